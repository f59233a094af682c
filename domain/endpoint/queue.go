package endpoint

import (
	"slices"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
)

const (
	// FailingAfter is how long an endpoint accepts nothing before it counts as failing.
	FailingAfter = 24 * time.Hour
	// downAfter is the number of failures in a row after which an endpoint counts as down.
	downAfter = 3
	// MaxPending limits the pending entries of a queue. A full queue sends no further entry.
	MaxPending = 100
)

// Queues folds the streams of queues. A busy queue is long, so it has snapshots.
var Queues = domain.Aggregate[Queue]{Category: "callback_queue", Evolve: EvolveQueue, SnapshotVersion: 2}

// QueueStream names the stream of an endpoint's run.
func QueueStream(endpointID int64, run int) string {
	return Queues.Stream(strconv.FormatInt(endpointID, 10) + "." + strconv.Itoa(run))
}

// Queue records how far the deliveries of one run of an endpoint are.
type Queue struct {
	// Begun is false before the first Progressed: the queue then begins with the entries after the start of
	// the run.
	Begun bool `json:"begun"`
	// Progress is the last Progressed, with what people asked to be sent again since.
	Progress Progressed `json:"progress"`
	// Resends counts the requests to send an entry again. A sender that knows of fewer reads the state anew.
	Resends int64 `json:"resends"`
}

// EvolveQueue returns the state after the event.
func EvolveQueue(l Queue, event domain.Event) Queue {
	switch e := event.(type) {
	case Progressed:
		e.Failures, e.GivenUp = nil, nil
		l.Begun, l.Progress = true, e
	case ResendRequested:
		// The queue need not have begun: what is sent again says nothing of where it begins.
		l.Progress.Pending = e.Pending
		l.Resends++
	}
	return l
}

// Down reports whether only the oldest pending entry may be tried.
func (l Queue) Down() bool { return l.Progress.isDown() }

// Full reports whether no further entry may be sent.
func (l Queue) Full() bool { return l.Down() || len(l.Progress.Pending) >= MaxPending }

// IsPending reports whether the entry is pending.
func (l Queue) IsPending(ordinal int64) bool {
	return slices.ContainsFunc(l.Progress.Pending, func(p Pending) bool { return p.Ordinal == ordinal })
}

// Blocks reports whether a pending entry of the resource must go first.
func (l Queue) Blocks(resource string) bool {
	return slices.ContainsFunc(l.Progress.Pending, func(p Pending) bool { return p.Resource == resource })
}

// Due returns the pending entries to try at the given time, oldest first: the first entry of
// each resource, or only the first of all while the endpoint is down. If an endpoint that is down was changed
// (changedAt) after the last Progressed, for example got another URL, that entry is due at once.
func (l Queue) Due(at, changedAt time.Time) (entries []Pending) {
	seen := map[string]bool{}
	for _, p := range l.Progress.Pending {
		due := !p.NextAt.After(at) || l.Down() && changedAt.After(l.Progress.At)
		if !seen[p.Resource] && due {
			entries = append(entries, p)
		}
		if seen[p.Resource] = true; l.Down() {
			break
		}
	}
	return entries
}

// RecordCmd says what happened in a queue since the last record.
type RecordCmd struct {
	EndpointID, ClientID int64
	Run                  int
	// Cursor is the ordinal up to which no entry is under way or still to be sent.
	Cursor int64
	// Delivered counts the deliveries. Sent lists those that were pending.
	Delivered int64
	Sent      []int64
	// Failures lack the number of the attempt; the state knows it.
	Failures []Failure
	// Deferred lists entries that wait for a pending entry of their resource. Only Ordinal and Resource are
	// used.
	Deferred []Pending
	// Host and Email are for the mail about a failing endpoint.
	Host, Email string
	// Jitter is a random number from 0 to 1, which the policy uses.
	Jitter float64
	At     time.Time
}

// Record records what happened in a queue. If nothing did, it returns no events. The cursor never goes back;
// a failure of an entry that another process has delivered is ignored.
func Record(l Queue, cmd RecordCmd) ([]domain.Event, error) {
	before := l.Progress
	next := Progressed{
		EndpointID: cmd.EndpointID, ClientID: cmd.ClientID, Run: cmd.Run, Cursor: max(before.Cursor, cmd.Cursor), Delivered: cmd.Delivered,
		Streak: before.Streak, DownSince: before.DownSince, Failing: before.Failing, DeliveredAt: before.DeliveredAt, At: cmd.At,
		Pending: slices.DeleteFunc(slices.Clone(before.Pending), func(p Pending) bool { return slices.Contains(cmd.Sent, p.Ordinal) }),
	}
	var others []domain.Event
	if cmd.Delivered > 0 {
		if before.Failing {
			others = append(others, Recovered{EndpointID: cmd.EndpointID, ClientID: cmd.ClientID, Run: cmd.Run, At: cmd.At})
		}
		next.succeed(l.Down())
	}
	for _, f := range cmd.Failures {
		next.fail(before.Cursor, f, cmd.Jitter)
	}
	for _, d := range cmd.Deferred {
		if next.find(d.Ordinal) < 0 && d.Ordinal > before.Cursor {
			next.Pending = append(next.Pending, Pending{Ordinal: d.Ordinal, Resource: d.Resource, Since: cmd.At, NextAt: cmd.At})
		}
	}
	slices.SortFunc(next.Pending, func(a, b Pending) int { return int(a.Ordinal - b.Ordinal) })
	if n := len(next.Failures); n > 0 && next.BeginsToFail(cmd.At) {
		next.Failing = true
		others = append(others, Failing{
			EndpointID: cmd.EndpointID, ClientID: cmd.ClientID, Run: cmd.Run, Host: cmd.Host, Email: cmd.Email,
			Error: next.Failures[n-1].Error, Since: *next.DownSince, At: cmd.At,
		})
	}
	if l.Begun && next.Cursor == before.Cursor && cmd.Delivered == 0 && len(next.Failures) == 0 && len(next.Pending) == len(before.Pending) {
		return nil, nil
	}
	return append([]domain.Event{next}, others...), nil
}

// succeed ends a series of failures. If the endpoint was down, all pending entries are due at once.
func (p *Progressed) succeed(wasDown bool) {
	p.Streak, p.DownSince, p.Failing, p.DeliveredAt = 0, nil, false, new(p.At)
	if wasDown {
		for i := range p.Pending {
			p.Pending[i].NextAt = p.At
		}
	}
}

// fail records a failed attempt and sets the time of the next one. It ignores an entry that is at or before
// the cursor and not pending: another process dealt with it.
func (p *Progressed) fail(cursor int64, f Failure, jitter float64) {
	i := p.find(f.Ordinal)
	if i < 0 {
		if f.Ordinal <= cursor {
			return
		}
		p.Pending = append(p.Pending, Pending{Ordinal: f.Ordinal, Resource: f.Resource, Since: f.At})
		i = len(p.Pending) - 1
	}
	pending := &p.Pending[i]
	if pending.Attempts == 0 {
		pending.Since = f.At // it may have waited for another entry before
	}
	pending.Attempts++
	f.Attempt = pending.Attempts
	p.Failures = append(p.Failures, f)
	if p.Streak++; p.DownSince == nil {
		p.DownSince = new(f.At)
	}
	tries := callback.Tries{Count: pending.Attempts, Over: f.At.Sub(pending.Since), Down: p.isDown(), Failing: p.Failing}
	wait, again := callback.PolicyOf(callback.KindEndpoint).Delay(tries, jitter)
	if !again {
		p.GivenUp = append(p.GivenUp, f.Ordinal)
		p.Pending = slices.Delete(p.Pending, i, i+1)
		return
	}
	pending.NextAt = f.At.Add(wait)
}

func (p Progressed) isDown() bool { return p.Streak >= downAfter || p.Failing }

// BeginsToFail reports whether a failure at the given time makes the endpoint a failing one.
func (p Progressed) BeginsToFail(at time.Time) bool {
	return p.DownSince != nil && !p.Failing && at.Sub(*p.DownSince) >= FailingAfter
}

func (p *Progressed) find(ordinal int64) int {
	return slices.IndexFunc(p.Pending, func(e Pending) bool { return e.Ordinal == ordinal })
}
