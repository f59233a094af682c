package strangers

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/api/envelope"
)

// arriving is a body of which only the first length bytes have arrived.
type arriving struct {
	length int
	hold   chan struct{} // closed when the rest arrives, which is empty
	come   chan struct{} // receives a value when all that has arrived was read
}

func (a *arriving) Read(p []byte) (int, error) {
	n := min(len(p), a.length)
	if a.length -= n; n > 0 {
		return n, nil
	}
	a.come <- struct{}{}
	<-a.hold
	return 0, io.EOF
}

func (a *arriving) Close() error { return nil }

// begin sends a request whose body stops after length bytes. end completes it.
func begin(h http.Handler, from string, length int) (status func() int, come <-chan struct{}, end func()) {
	a := &arriving{length, make(chan struct{}), make(chan struct{}, 1)}
	request := httptest.NewRequest("POST", "/", a)
	request.RemoteAddr, request.ContentLength = from, -1
	answer, done := httptest.NewRecorder(), make(chan struct{})
	go func() {
		defer close(done)
		h.ServeHTTP(answer, request)
	}()
	return func() int { <-done; return answer.Code }, a.come, func() { close(a.hold) }
}

func TestTheBytesOfStrangersAreCountedByAddressAndInTotal(t *testing.T) {
	t.Parallel()
	// A body of 3,000 bytes needs a buffer of 8 KiB: the buffer grows from 512 to 2,048 and 8,192.
	const room = 8192
	i, err := New(Limits{Bytes: 3 * room, BytesPerAddress: 2 * room})
	if err != nil {
		t.Fatal(err)
	}
	h := i.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	var ends []func() int
	hold := func(from string) func() {
		status, come, end := begin(h, from, 3000)
		<-come
		ends = append(ends, status)
		return end
	}
	wants := func(from string, want int) {
		t.Helper()
		status, _, _ := begin(h, from, 3000)
		if got := status(); got != want {
			t.Errorf("%s: %d, want %d", from, got, want)
		}
	}
	first, second := hold("192.0.2.1:1"), hold("192.0.2.1:2")
	wants("192.0.2.1:3", 429)
	third := hold("[2001:db8::1]:1")
	wants("[2001:db8::2]:1", 503)
	wants("192.0.2.2:1", 503)
	first()
	if got := ends[0](); got != http.StatusNoContent {
		t.Errorf("a body that came is answered with %d", got)
	}
	fourth := hold("[2001:db8::2]:1") // of the same /64 as the third
	wants("[2001:db8::3]:1", 429)
	for _, end := range []func(){second, third, fourth} {
		end()
	}
	for _, status := range ends[1:] {
		status()
	}
	if i.bytes.held() != 0 || len(i.bytes.byAddress) > 0 {
		t.Errorf("%d bytes are counted when all is answered", i.bytes.held())
	}
}

// A caller who announces much and sends nothing holds little.
func TestBytesCountAsTheyCome(t *testing.T) {
	t.Parallel()
	i, err := New(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for sent, held := range map[int]int64{0: 512, 511: 512, 512: 2048, 2048: 8192, MaxStranger: MaxStranger + 1} {
		a := &arriving{sent, make(chan struct{}), make(chan struct{}, 1)}
		request := httptest.NewRequest("POST", "/", a)
		request.ContentLength = MaxStranger
		read := make(chan *body)
		go func() {
			b, _ := i.open(request, "192.0.2.1")
			read <- b
		}()
		<-a.come
		if got := i.bytes.held(); got != held {
			t.Errorf("%d bytes of %d came, and %d count, want %d", sent, MaxStranger, got, held)
		}
		close(a.hold)
		b := <-read
		b.release()
		b.release() // further calls do not count
		if got := i.bytes.held(); got != 0 {
			t.Errorf("%d count after it", got)
		}
	}
}

// A short body holds no spare bytes.
func TestAShortBodyHoldsItsOwnLength(t *testing.T) {
	t.Parallel()
	i, err := New(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest("POST", "/", strings.NewReader(`{"a":1}`))
	b, _ := i.open(request, "192.0.2.1")
	if got, err := io.ReadAll(request.Body); err != nil || string(got) != `{"a":1}` || b.held != 8 {
		t.Errorf("%s %v, %d bytes held", got, err, b.held)
	}
}

// A known caller's long body leaves the strangers' budget, and takes its share of another one.
func TestALongBodyOfAKnownCallerHasABudgetOfItsOwn(t *testing.T) {
	t.Parallel()
	i, err := New(Limits{Bytes: MaxStranger + 1, BytesPerAddress: MaxStranger + 1})
	if err != nil {
		t.Fatal(err)
	}
	i.known = newBudget(0, 100_000)
	send := func(length int) (*body, *Refusal) {
		request := httptest.NewRequest("POST", "/", strings.NewReader(strings.Repeat(" ", length)))
		request.ContentLength = -1
		b, refusal := i.open(request, "192.0.2.1")
		if refusal != nil || !b.withheld {
			t.Fatalf("%d bytes: %v", length, refusal)
		}
		if refusal = b.rest(request, envelope.MaxBody); refusal != nil {
			return b, refusal
		}
		got, err := io.ReadAll(request.Body)
		if err != nil || len(got) != length || b.withheld {
			t.Errorf("%d bytes of %d: %v", len(got), length, err)
		}
		return b, nil
	}
	first, _ := send(60_000)
	if i.bytes.held() != 0 || i.known.held() < 60_000 {
		t.Errorf("strangers hold %d, known callers %d", i.bytes.held(), i.known.held())
	}
	second, refusal := send(60_000)
	if refusal == nil || refusal.Status != 429 {
		t.Errorf("the second: %v", refusal)
	}
	second.release()
	first.release()
	if i.bytes.held() != 0 || i.known.held() != 0 {
		t.Errorf("at the end strangers hold %d, known callers %d", i.bytes.held(), i.known.held())
	}
}
