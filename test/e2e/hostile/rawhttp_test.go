package hostile

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// sendRaw sends bytes unchanged, and returns the first answer. The test ends if there is none.
func sendRaw(t *testing.T, g *harness.Gateway, request string) (status int, header http.Header, body string) {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(g.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	got, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%.80q: %v", request, err)
	}
	defer got.Body.Close()
	text, _ := io.ReadAll(got.Body) // the result is compared
	return got.StatusCode, got.Header, string(text)
}

func TestAnOddRequestIsRefusedBeforeItIsUnderstoodInTwoWays(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	key := "X-API-Key: " + m.Key + "\r\n"
	const end = "Connection: close\r\n\r\n"
	pay := "POST /api/v2/payments/qris HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + key
	read := "GET /api/v2/account HTTP/1.1\r\nHost: x\r\n"
	for _, c := range []struct {
		what, request string
		status        int
	}{
		{"two lengths", pay + "Content-Length: 16\r\nContent-Length: 17\r\n" + end + `{"amount":10000} `, 400},
		{"a length that is none", pay + "Content-Length: +16\r\n" + end + `{"amount":10000}`, 400},
		{"an unknown encoding of the body", pay + "Transfer-Encoding: xchunked\r\n" + end + "10\r\n", 501},
		{"a blank before the colon", read + "X-API-Key : " + m.Key + "\r\n" + end, 400},
		{"a NUL in a header", read + "X-API-Key: a\x00b\r\n" + end, 400},
		{"a key that is no text", read + "X-API-Key: \xff\xfe\r\n" + end, 400},
		{"a wrong key after the right one", read + key + "X-API-Key: zzz\r\n" + end, 200},
		{"the right key after a wrong one", read + "X-API-Key: zzz\r\n" + key + end, 401},
		{"a long header", read + "A: " + strings.Repeat("a", 40_000) + "\r\n" + end, 431},
		{"a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n" + end, 404},
		{"no host", "GET /api/v2/account HTTP/1.1\r\n" + key + end, 400},
		{"two hosts", "GET /api/v2/account HTTP/1.1\r\nHost: x\r\nHost: y\r\n" + key + end, 400},
		{"the address of another server", "GET http://evil.example/api/v2/account HTTP/1.1\r\nHost: x\r\n" + key + end, 200},
	} {
		if status, _, body := sendRaw(t, m.Gateway, c.request); status != c.status {
			t.Errorf("%s: %d %s, want %d", c.what, status, body, c.status)
		}
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

// A proxy in front and the gateway must not see two different bodies. Cut at the declared length, the body
// below would not be JSON.
func TestABodyInChunksEndsWithItsChunksAndNotWithALength(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	status, _, body := sendRaw(t, m.Gateway, "POST /api/v2/fees/calculate HTTP/1.1\r\nHost: x\r\n"+
		"Content-Type: application/json\r\nX-API-Key: "+m.Key+"\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
	if status != 400 || !strings.Contains(body, "amount: is required") {
		t.Errorf("%d %s", status, body)
	}
}

// The caller chooses the name of the host, which must not lead a page or a mail elsewhere.
func TestAHostThatIsNotOursStandsInNoPageAndNoMail(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	const evil = "Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nConnection: close\r\n"
	for _, path := range []string{"/portal", "/portal/login", "/console", "/portal/forgot-password", "/", "/api/v2/docs", "/portal/nothing/"} {
		status, header, body := sendRaw(t, m.Gateway, "GET "+path+" HTTP/1.1\r\n"+evil+"\r\n")
		if strings.Contains(header.Get("Location")+body, "evil.example") {
			t.Errorf("%s: %d to %s names the host", path, status, header.Get("Location"))
		}
	}
	form := fmt.Sprintf(`{"email":%q}`, m.Email)
	request := fmt.Sprintf("POST /api/v2/auth/forgot-password HTTP/1.1\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		evil, len(form), form)
	if status, _, body := sendRaw(t, m.Gateway, request); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	if mail := harness.Mails(t).Await(t, m.Email, 1); strings.Contains(mail.Text, "evil.example") {
		t.Errorf("the mail leads elsewhere:\n%s", mail.Text)
	}
}

// A login records the program and the address that it came from. Neither is a text with which the caller can
// break the list.
func TestALoginOfAnOddProgramIsListedAndItsClaimOfAnAddressIsNot(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	login := fmt.Sprintf(`{"email":%q,"password":%q}`, m.Email, harness.Password)
	for _, program := range []string{"a\xff\xfeb", "\xe2\x80\xaeevil", strings.Repeat("x", 5_000)} {
		request := fmt.Sprintf("POST /api/v2/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"+
			"X-Forwarded-For: 9.9.9.9\r\nX-Real-IP: 9.9.9.9\r\nForwarded: for=9.9.9.9\r\nUser-Agent: %s\r\n"+
			"Content-Length: %d\r\n\r\n%s", program, len(login), login)
		if status, _, body := sendRaw(t, m.Gateway, request); status != 200 && status != 400 {
			t.Errorf("%.20q: %d %s", program, status, body)
		}
	}
	sessions := m.LogIn(t).Get(t, "/me/sessions").Wants(t, 200)
	for _, odd := range []string{"9.9.9.9", "\u202e", strings.Repeat("x", 1_000)} {
		if strings.Contains(string(sessions.Body), odd) {
			t.Errorf("the sessions have %.20q: %s", odd, sessions.Body)
		}
	}
}

// Numbers and texts at the limits of JSON, in a field with a rule and in metadata, which has none.
func TestJSONAtItsEdgesIsTakenAsItIsOrRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	deep := strings.Repeat(`{"a":`, 5_000) + "1" + strings.Repeat("}", 5_000)
	for _, c := range []struct {
		what, body string
		status     int
	}{
		{"a member in another case", `{"Amount":10000}`, 400},
		{"an exponent", `{"amount":1e4}`, 201},
		{"a minus before nothing", `{"amount":-0}`, 400},
		{"decimals that are none", `{"amount":10000.00}`, 201},
		{"an exponent without end", `{"amount":1e999999999}`, 400},
		{"half a character", `{"amount":10000,"external_id":"\ud800"}`, 400},
		{"a NUL", `{"amount":10000,"external_id":"a\u0000b"}`, 400},
		{"a byte order mark", "\ufeff" + `{"amount":10000}`, 400},
		{"a NUL in metadata", `{"amount":10000,"metadata":{"a":"\u0000"}}`, 400},
		{"a NUL in a name of metadata", `{"amount":10000,"metadata":{"\u0000":"x"}}`, 400},
		{"metadata deeper than any", `{"amount":10000,"metadata":` + deep + "}", 400},
		{"metadata with a name twice", `{"amount":10000,"metadata":{"a":1,"a":2}}`, 400},
	} {
		if got := m.Post(t, "/payments/qris", c.body); got.Status != c.status {
			t.Errorf("%s: %d %s, want %d", c.what, got.Status, got.Body, c.status)
		}
	}
	// A value that some programs can't read is kept as it is written, or refused. Either way the lists can be read.
	for _, value := range []string{"1e999999", strings.Repeat("9", 5_000), `"\ud800"`} {
		if got := m.Post(t, "/payments/qris", `{"amount":10000,"metadata":{"a":`+value+`}}`); got.Status != 201 && got.Status != 400 {
			t.Errorf("the value %.20s: %d %s", value, got.Status, got.Body)
		}
	}
	for _, path := range []string{"/transactions", "/events?wait=0", "/transactions?metadata[a]=1"} {
		m.Get(t, "%s", path).Wants(t, 200)
	}
}
