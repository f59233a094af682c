package rolling

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
)

// load is the load of merchants who create payments and read their balance through the balancer. No request is
// repeated.
type load struct {
	url, key string
	client   *http.Client
	workers  sync.WaitGroup
	stop     chan struct{}

	mu      sync.Mutex
	created []string // the external ids
	reads   int
	failed  []string
}

func startLoad(url, key string, creators, readers int) *load {
	l := &load{url: url, key: key, client: client(), stop: make(chan struct{})}
	for w := range creators {
		l.workers.Go(func() { l.repeat(func(n int) { l.create(fmt.Sprintf("order-%d-%d", w, n)) }) })
	}
	for range readers {
		l.workers.Go(func() { l.repeat(func(int) { l.read() }) })
	}
	return l
}

func (l *load) repeat(work func(n int)) {
	for n := 0; ; n++ {
		select {
		case <-l.stop:
			return
		default:
			work(n)
		}
	}
}

func (l *load) create(externalID string) {
	body := fmt.Sprintf(`{"amount": 20000, "external_id": %q}`, externalID)
	if l.send("POST", "/payments/qris", []byte(body), http.StatusCreated) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.created = append(l.created, externalID)
	}
}

func (l *load) read() {
	if l.send("GET", "/account", nil, http.StatusOK) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.reads++
	}
}

func (l *load) send(method, path string, body []byte, want int) bool {
	request, err := http.NewRequest(method, l.url+"/api/v2"+path, bytes.NewReader(body))
	if err == nil {
		request.GetBody = nil // net/http would repeat the request by itself
		request.Header.Set("X-API-Key", l.key)
		request.Header.Set("Content-Type", "application/json")
		var answer *http.Response
		if answer, err = l.client.Do(request); err == nil {
			text, readErr := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if answer.StatusCode == want && readErr == nil && json.Valid(text) {
				return true
			}
			err = errors.Join(fmt.Errorf("%d %s", answer.StatusCode, text), readErr)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = append(l.failed, fmt.Sprintf("%s %s: %v", method, path, err))
	return false
}

// end waits for the requests that were started.
func (l *load) end(t *testing.T) {
	t.Helper()
	close(l.stop)
	l.workers.Wait()
	l.client.CloseIdleConnections()
}
