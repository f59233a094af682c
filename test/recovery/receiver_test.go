package recovery

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// receiver is what merchants' callbacks go to. It takes those to /ok at once, and
// those to /later only once it is told to.
type receiver struct {
	*httptest.Server

	mu      sync.Mutex
	taken   map[string]int // by webhook-id
	refused map[string]bool
	open    bool
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{taken: make(map[string]int), refused: make(map[string]bool)}
	r.Server = httptest.NewServer(http.HandlerFunc(r.receive))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) receive(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := req.Header.Get("webhook-id")
	if req.URL.Path == "/later" && !r.open {
		r.refused[id] = true
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	r.taken[id]++
	w.WriteHeader(http.StatusNoContent)
}

// takeAll accepts from now on what was refused before.
func (r *receiver) takeAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = true
}

// repeated lists what was taken more than once, outstanding what was refused and
// has not come again.
func (r *receiver) repeated() (ids []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, n := range r.taken {
		if n > 1 {
			ids = append(ids, fmt.Sprintf("%s: %d times", id, n))
		}
	}
	return ids
}

func (r *receiver) outstanding() (ids []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.refused {
		if r.taken[id] == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

func (r *receiver) count() (taken, refused int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.taken), len(r.refused)
}
