package histories

import (
	"fmt"
	"math"
	"sync"
	"time"

	"gateway/test/installation"
)

// open is the Return of an operation that had no answer when the history ended.
const open = math.MaxInt64

// operation is what a client did, and what it was told.
type operation struct {
	in  input
	out output
	// client is the number of the client, and instance the number of the instance that it asked.
	client, instance int
	call, back       int64
	// body names the body of a request under an idempotency key, empty for other requests.
	body string
	// status is the HTTP status of the answer, 0 if there was none.
	status   int
	conflict string // the error code of a 409
	answer   string // the data of a 201
	replayed bool
}

// database stands for an instance where the database was killed.
const database = -1

// slow is how long an answer may take and still promise that reads show it. The gateway waits 5 s for its read
// models; then it answers all the same.
const slow = 4500 * time.Millisecond

// record is everything that happened in one history. Any goroutine may add to it.
type record struct {
	began time.Time

	mu         sync.Mutex
	operations []operation
	payouts    []request
	faults     []fault
}

// request is a request for a payout that clients may repeat, and act on.
type request struct {
	kind   string
	amount int64
	id     int64 // 0 until a 201 contains it
}

// fault is a time in which an instance was gone or frozen.
type fault struct {
	what     string
	instance int // or database
	from, to int64
}

// now is the time since the history began, by a monotonic clock.
func (r *record) now() int64 { return int64(time.Since(r.began)) }

func (r *record) add(o operation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.operations = append(r.operations, o)
	if o.answer != "" && o.body != "" {
		r.payouts[o.in.payout].id = installation.Answer{Data: []byte(o.answer)}.Number("id")
	}
}

// newPayout returns the number of a new request.
func (r *record) newPayout(kind string, amount int64) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.payouts = append(r.payouts, request{kind: kind, amount: amount})
	return len(r.payouts) - 1
}

// recent returns the last requests, the newest last.
func (r *record) recent(most int) (from int, requests []request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	from = max(0, len(r.payouts)-most)
	return from, append(requests, r.payouts[from:]...)
}

// during runs a fault and remembers when it was.
func (r *record) during(what string, instance int, do func()) {
	r.mu.Lock()
	at := len(r.faults)
	r.faults = append(r.faults, fault{what: what, instance: instance, from: r.now(), to: open})
	r.mu.Unlock()
	do()
	r.mu.Lock()
	r.faults[at].to = r.now()
	r.mu.Unlock()
}

// isDown reports whether an instance is gone or frozen.
func (r *record) isDown(instance int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range r.faults {
		if f.to == open && f.instance == instance {
			return true
		}
	}
	return false
}

// String says how much there was to judge.
func (r *record) String() string {
	did, refused, conflicts, unknown := 0, 0, 0, 0
	for _, o := range r.operations {
		did++
		switch {
		case o.out.unknown:
			unknown++
		case o.out.conflict:
			conflicts++
		case o.out.refusal != "":
			refused++
		}
	}
	text := fmt.Sprintf("%d operations, %d refused, %d conflicts, %d without an answer;", did, refused, conflicts, unknown)
	for _, f := range r.faults {
		text += fmt.Sprintf(" %s (%s, %d ms)", f.what, f.place(), (f.to-f.from)/int64(time.Millisecond))
	}
	return text
}
