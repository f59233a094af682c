package reactor

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"gateway/domain/endpoint"
	"gateway/projections/readmodel/feedrows"
)

// sending is the queue of one run of an endpoint: its state in the log, and what has happened since. It is
// safe for concurrent use.
type sending struct {
	// id is the id of the endpoint.
	id int64
	// recording is held during an append, so that a queue has one append at a time.
	recording sync.Mutex

	mu       sync.Mutex
	endpoint feedrows.Endpoint
	state    endpoint.Queue
	loaded   bool
	// read is the ordinal up to which entries were read. unsent holds the entries up to there that are not
	// delivered yet, nor pending.
	read   int64
	unsent []feedrows.ClientEvent
	// The next three describe what was delivered since the last record.
	delivered int64
	sent      []int64
	countedAt time.Time
	// tried is the time of the last change of the endpoint after which pending entries became due at once.
	tried time.Time
}

// setEndpoint stores the endpoint's current settings. A changed choice of event types applies to the
// entries that are read from now on, which happened after the change.
func (l *sending) setEndpoint(e feedrows.Endpoint) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.endpoint = e
}

func (l *sending) to() feedrows.Endpoint {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.endpoint
}

// key names a job of the queue.
func (l *sending) key(what string) string {
	return "endpoint:" + strconv.FormatInt(l.id, 10) + ":" + what
}

func (l *sending) isLoaded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.loaded
}

// load sets the state and starts reading after the cursor. Deliveries under way continue.
func (l *sending) load(s endpoint.Queue, cursor int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state, l.loaded, l.read, l.unsent = s, true, cursor, nil
}

// forget drops what was read and counted, so that the queue is loaded again from its stream.
func (l *sending) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loaded, l.unsent, l.delivered, l.sent = false, nil, 0, nil
}

// readsOn reports whether to read more entries, up to the head, and returns the ordinal to read after.
func (l *sending) readsOn(head int64) (after int64, wanted bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read, l.read < head && len(l.unsent) < readAhead/2 && !l.state.Full()
}

// add stores the entries that were read up to the ordinal through, except pending ones.
func (l *sending) add(events []feedrows.ClientEvent, through int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range events {
		if !l.state.IsPending(e.Ordinal) {
			l.unsent = append(l.unsent, e)
		}
	}
	l.read = through
}

// due returns the pending entries whose time has come, the new entries that must wait for a pending one of
// their resource, and the new entries that may be sent now: the first one of each resource. It leaves out a
// resource that is busy, because an entry of it is under way.
func (l *sending) due(
	now time.Time, busy func(resource string) bool,
) (pending []int64, deferred []endpoint.Pending, further []feedrows.ClientEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var changed time.Time
	if !l.tried.Equal(l.endpoint.UpdatedAt) {
		l.tried, changed = l.endpoint.UpdatedAt, l.endpoint.UpdatedAt
	}
	for _, p := range l.state.Due(now, changed) {
		if !busy(p.Resource) {
			pending = append(pending, p.Ordinal)
		}
	}
	if l.state.Full() {
		return pending, nil, nil
	}
	room := endpoint.MaxPending - len(l.state.Progress.Pending)
	seen := make(map[string]bool, len(l.unsent))
	for _, e := range l.unsent {
		switch {
		case l.state.Blocks(e.Resource):
			if len(deferred) < room {
				deferred = append(deferred, endpoint.Pending{Ordinal: e.Ordinal, Resource: e.Resource})
			}
		case !seen[e.Resource] && !busy(e.Resource):
			further = append(further, e)
		}
		seen[e.Resource] = true
	}
	return pending, deferred, further
}

// succeeded counts a delivery. It reports whether to record it at once: because it ends a failure, or
// because recordDelivered deliveries have been counted.
func (l *sending) succeeded(e feedrows.ClientEvent, now time.Time) (atOnce bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.delivered == 0 {
		l.countedAt = now
	}
	l.delivered++
	wasPending := l.state.IsPending(e.Ordinal)
	if wasPending {
		l.sent = append(l.sent, e.Ordinal)
	}
	l.unsent = slices.DeleteFunc(l.unsent, func(q feedrows.ClientEvent) bool { return q.Ordinal == e.Ordinal })
	return wasPending || l.state.Progress.Streak > 0 || l.delivered >= recordDelivered
}

// cursor returns the ordinal up to which every entry is sent or pending.
func (l *sending) cursor() int64 {
	cursor := l.read
	if len(l.unsent) > 0 {
		cursor = min(cursor, l.unsent[0].Ordinal-1)
	}
	return cursor
}

// take moves what was counted since the last record to cmd.
func (l *sending) take(cmd *endpoint.RecordCmd) {
	l.mu.Lock()
	defer l.mu.Unlock()
	cmd.Delivered, cmd.Sent = l.delivered, l.sent
	if l.loaded {
		cmd.Cursor = l.cursor()
	}
	l.delivered, l.sent = 0, nil
}

// mayFail reports whether recording cmd may mark the endpoint as failing.
func (l *sending) mayFail(cmd endpoint.RecordCmd) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(cmd.Failures) > 0 && l.state.Progress.BeginsToFail(cmd.At)
}

// recorded stores the state after a record. Entries that became pending are removed from unsent.
func (l *sending) recorded(s endpoint.Queue, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state, l.countedAt = s, now
	l.unsent = slices.DeleteFunc(l.unsent, func(q feedrows.ClientEvent) bool {
		return s.IsPending(q.Ordinal) || q.Ordinal <= s.Progress.Cursor
	})
}

func (l *sending) hasCounted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.delivered > 0
}

// isRecordDue reports whether it is time to record the counted deliveries, or the entries that were
// skipped.
func (l *sending) isRecordDue(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.delivered > 0 {
		return now.Sub(l.countedAt) >= recordEvery
	}
	return l.cursor()-l.state.Progress.Cursor >= recordPassed
}
