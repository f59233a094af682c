package installation

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"gateway/test/receiver"
)

// Receiver is where merchants' callbacks go to. It takes nine in ten at once, and
// the others only once it is told to. Any goroutine may call its methods.
type Receiver struct {
	server *receiver.Receiver

	mu      sync.Mutex
	taken   map[string]int // by webhook-id
	refused map[string]bool
	open    bool
}

const later = "/later"

func newReceiver(t *testing.T) *Receiver {
	t.Helper()
	r := &Receiver{server: receiver.New(t), taken: make(map[string]int), refused: make(map[string]bool)}
	r.server.AnswerBy(r.answer)
	return r
}

// url is for one merchant's order.
func (r *Receiver) url() string {
	if rand.IntN(10) == 0 {
		return r.server.URL + later
	}
	return r.server.URL + "/now"
}

func (r *Receiver) answer(c receiver.Callback) (status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := c.Header.Get("webhook-id")
	if strings.HasSuffix(c.Request, later) && !r.open {
		r.refused[id] = true
		return http.StatusServiceUnavailable
	}
	r.taken[id]++
	return http.StatusNoContent
}

// TakeAll accepts from now on what was refused before.
func (r *Receiver) TakeAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = true
}

// Repeated lists what was taken more than once.
func (r *Receiver) Repeated() (ids []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, n := range r.taken {
		if n > 1 {
			ids = append(ids, fmt.Sprintf("%s: %d times", id, n))
		}
	}
	return ids
}

// Outstanding lists what was refused and has not come again.
func (r *Receiver) Outstanding() (ids []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.refused {
		if r.taken[id] == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// Count is how many different callbacks were taken, and how many were ever refused.
func (r *Receiver) Count() (taken, refused int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.taken), len(r.refused)
}
