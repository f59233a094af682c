package lifecycle

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var served = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })

func ask(l *Lifecycle, path, from string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.RemoteAddr = from + ":4711"
	answer := httptest.NewRecorder()
	l.ServeHTTP(answer, r)
	return answer
}

func TestEachStageAnswersAsABalancerNeedsIt(t *testing.T) {
	t.Parallel()
	l := New(time.Now)
	type answers map[string]int
	check := func(stage string, want answers) {
		t.Helper()
		for path, status := range want {
			if got := ask(l, path, "192.0.2.1"); got.Code != status {
				t.Errorf("%s: %s is answered with %d, want %d: %s", stage, path, got.Code, status, got.Body)
			}
		}
	}
	l.Starting("the databases are opened")
	check("starting", answers{"/healthz": 200, "/readyz": 503, "/api/v2/balance": 503})
	if got := ask(l, "/readyz", "192.0.2.1").Body.String(); !strings.Contains(got, `"message":"starting: the databases are opened"`) {
		t.Errorf("it does not say what it is doing: %s", got)
	}
	l.Serve(served)
	check("serving", answers{"/healthz": 418, "/readyz": 418, "/api/v2/balance": 418})
	if got := ask(l, "/api/v2/balance", "192.0.2.1").Header().Get("Connection"); got != "" {
		t.Errorf("serving: Connection: %s", got)
	}
	select {
	case <-Ending(l.Context(t.Context())):
		t.Error("it drains before the end")
	default:
	}
	l.Drain()
	l.Drain()
	check("draining", answers{"/healthz": 418, "/readyz": 404, "/api/v2/balance": 418})
	if got := ask(l, "/api/v2/balance", "192.0.2.1").Header().Get("Connection"); got != "close" {
		t.Errorf("draining: Connection: %q", got)
	}
	<-Ending(l.Context(t.Context()))
}

// These tests use the clock of a synctest bubble, so waiting takes no time.
func TestTheEndWaitsForEachBalancerUntilItHasSeenThe404ThreeTimes(t *testing.T) {
	t.Parallel()
	const never = 0
	for what, c := range map[string]struct {
		every time.Duration // between two checks before draining
		asks  int
		later time.Duration // between two checks while draining
		agent string
		waits time.Duration
	}{
		"no balancer":                     {waits: 0},
		"a person asked twice":            {every: time.Second, asks: 2, later: never, waits: 0},
		"a balancer each second":          {every: time.Second, asks: 5, later: time.Second, waits: 3 * time.Second},
		"a balancer each three seconds":   {every: 3 * time.Second, asks: 5, later: 3 * time.Second, waits: 9 * time.Second},
		"a balancer each minute":          {every: time.Minute, asks: 5, later: time.Minute, waits: NoticeLimit},
		"a balancer that is gone":         {every: time.Second, asks: 5, later: never, waits: 3 * time.Second},
		"the health check of a container": {every: time.Second, asks: 5, later: time.Second, agent: HealthAgent, waits: 0},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := New(time.Now)
				l.Serve(served)
				question := httptest.NewRequest("GET", "/readyz", nil)
				question.Header.Set("User-Agent", c.agent)
				for n := range c.asks {
					if n > 0 {
						time.Sleep(c.every)
					}
					l.ServeHTTP(httptest.NewRecorder(), question)
				}
				l.Drain()
				began := time.Now()
				ctx, end := context.WithCancel(t.Context())
				defer end()
				if c.later > 0 {
					go func() {
						for {
							select {
							case <-time.After(c.later):
								l.ServeHTTP(httptest.NewRecorder(), question)
							case <-ctx.Done():
								return
							}
						}
					}()
				}
				l.AwaitNotice(t.Context())
				if waited := time.Since(began); waited != c.waits {
					t.Errorf("waited %v, want %v", waited, c.waits)
				}
			})
		})
	}
}

func TestTheEndWaitsForTheRequestsUnderWayAndAnswersChecksMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := New(time.Now)
		l.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(30 * time.Second)
			w.WriteHeader(http.StatusCreated)
		}))
		slow := make(chan int, 1)
		go func() { slow <- ask(l, "/api/v2/payments/qris", "192.0.2.1").Code }()
		synctest.Wait()
		l.Drain()
		began, idle := time.Now(), make(chan bool, 1)
		go func() { idle <- l.AwaitRequests(t.Context(), 45*time.Second) }()
		synctest.Wait()
		if got := ask(l, "/readyz", "192.0.2.1").Code; got != http.StatusNotFound {
			t.Errorf("/readyz is answered with %d", got)
		}
		time.Sleep(10 * time.Second)
		if late := ask(l, "/api/v2/payments/qris", "192.0.2.1"); late.Code != http.StatusCreated || late.Header().Get("Connection") != "close" {
			t.Errorf("a late request is answered with %d %v", late.Code, late.Header())
		}
		if answered := <-idle; !answered || <-slow != http.StatusCreated || time.Since(began) != 40*time.Second {
			t.Errorf("answered: %t, after %v", answered, time.Since(began))
		}
	})
}

func TestTheEndCutsRequestsThatTakeTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, release := New(time.Now), make(chan struct{})
		l.Serve(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
		go ask(l, "/api/v2/payments/qris", "192.0.2.1")
		synctest.Wait()
		began := time.Now()
		if l.AwaitRequests(t.Context(), 45*time.Second) || time.Since(began) != 45*time.Second {
			t.Errorf("it did not wait for 45 s: %v", time.Since(began))
		}
		close(release)
	})
}

func TestInventedAddressesFillNoMemory(t *testing.T) {
	t.Parallel()
	l := New(time.Now)
	for n := range 1000 {
		ask(l, "/readyz", "2001:db8::"+strings.Repeat("1", n%4+1)+":"+string(rune('a'+n%6)))
	}
	for n := range 1000 {
		r := httptest.NewRequest("GET", "/readyz", nil)
		r.RemoteAddr = "10.0." + string(rune('0'+n%10)) + "." + time.Duration(n).String() + ":1"
		l.ServeHTTP(httptest.NewRecorder(), r)
	}
	if n := len(l.checkers.all); n > checkersMax {
		t.Errorf("%d callers are remembered", n)
	}
}
