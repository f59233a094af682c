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

// Receiver gets the callbacks of all merchants of a load. It accepts nine of ten at once, and refuses the first
// attempt of the others. It refuses only one, because a withdrawal's callback has just one more attempt. Any
// goroutine may call its methods.
type Receiver struct {
	server *receiver.Receiver

	mu      sync.Mutex
	taken   map[string]int // by webhook-id
	refused map[string]bool
}

const pathRefusedAtFirst = "/later"

func newReceiver(t *testing.T) *Receiver {
	t.Helper()
	r := &Receiver{server: receiver.New(t), taken: make(map[string]int), refused: make(map[string]bool)}
	r.server.AnswerBy(r.answer)
	return r
}

// url is the callback URL of one payment or withdrawal.
func (r *Receiver) url() string {
	if rand.IntN(10) == 0 {
		return r.server.URL + pathRefusedAtFirst
	}
	return r.server.URL + "/now"
}

func (r *Receiver) answer(c receiver.Callback) (status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := c.Header.Get("webhook-id")
	if strings.HasSuffix(c.Request, pathRefusedAtFirst) && !r.refused[id] {
		r.refused[id] = true
		return http.StatusServiceUnavailable
	}
	r.taken[id]++
	return http.StatusNoContent
}

// Repeated lists the callbacks that were accepted more than once.
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

// Outstanding lists the callbacks that were refused and have not been sent again.
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

// Count returns how many different callbacks were accepted, and how many were ever refused.
func (r *Receiver) Count() (taken, refused int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.taken), len(r.refused)
}
