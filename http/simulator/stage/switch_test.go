package stage_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gateway/http/server"
	"gateway/http/simulator/stage"
	"gateway/test/poll"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// played is a company behind a switch, which counts what it did.
type played struct {
	*stage.Switch
	client *http.Client
	done   atomic.Int32
}

func play(t *testing.T) *played {
	t.Helper()
	at, err := stage.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := &played{Switch: at, client: &http.Client{Transport: &http.Transport{}}}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- server.Serve(ctx, at, at.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			p.done.Add(1)
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, "done")
		})))
	}()
	t.Cleanup(func() {
		p.client.CloseIdleConnections()
		at.Release()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return p
}

func (p *played) set(t *testing.T, to stage.State) {
	t.Helper()
	if err := p.Set(to); err != nil || p.State() != to {
		t.Fatalf("switched to %s: %s (%v)", to, p.State(), err)
	}
}

func (p *played) call(ctx context.Context) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL(), nil)
	if err != nil {
		return 0, err
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if answer.StatusCode == http.StatusCreated && string(text) != "done" {
		err = errors.Join(err, errors.New("the answer is "+string(text)))
	}
	return answer.StatusCode, err
}

func (p *played) answers(t *testing.T, want int) {
	t.Helper()
	if status, err := p.call(t.Context()); err != nil || status != want {
		t.Errorf("%s: %d (%v), want %d", p.State(), status, err, want)
	}
}

func TestACompanyIsDownAndUpAgainAtTheSameAddress(t *testing.T) {
	t.Parallel()
	p := play(t)
	for range 3 {
		p.answers(t, http.StatusCreated)
		p.set(t, stage.Down)
		p.client.CloseIdleConnections() // the client may not have noticed yet that they are broken
		if _, err := p.call(t.Context()); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("down: %v", err)
		}
		p.set(t, stage.Failing) // from down it listens again
		p.answers(t, http.StatusServiceUnavailable)
		p.set(t, stage.Up)
	}
	if done := p.done.Load(); done != 3 {
		t.Errorf("%d calls were carried out", done)
	}
	if err := p.Set("sideways"); !errors.Is(err, stage.ErrNoState) || p.State() != stage.Up {
		t.Errorf("sideways: %v", err)
	}
}

// A company that hangs does what it was asked for, and answers when the caller has gone or the switch is up again.
func TestACompanyThatHangsDoesWhatItWasAskedFor(t *testing.T) {
	t.Parallel()
	p := play(t)
	p.set(t, stage.Hanging)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := p.call(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("hanging: %v", err)
	}
	answered := make(chan int, 1)
	go func() {
		status, _ := p.call(context.WithoutCancel(t.Context()))
		answered <- status
	}()
	poll.Until(t, "the second call is carried out", func() bool { return p.done.Load() == 2 })
	select {
	case status := <-answered:
		t.Errorf("answered with %d while it hangs", status)
	default:
	}
	p.set(t, stage.Up)
	if status := <-answered; status != http.StatusCreated {
		t.Errorf("answered with %d", status)
	}
}
