package reactor

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"gateway/domain/endpoint"
	"gateway/projections/readmodel/feedrows"
)

// sending is what the reactor knows of an endpoint's run: its state in the log, and what has
// happened since. It is safe for concurrent use.
type sending struct {
	// recording is held by the one append of the queue that is under way.
	recording sync.Mutex

	mu       sync.Mutex
	endpoint feedrows.Endpoint
	state    endpoint.Queue
	loaded   bool
	// read is the ordinal up to which entries were read; unsent has those of them that are not
	// sent yet, and underWay those that are being sent, pending ones too.
	read     int64
	unsent   []feedrows.ClientEvent
	underWay map[int64]string
	// What was delivered since the last record.
	delivered int64
	sent      []int64
	countedAt time.Time
	// tried is the change of the endpoint for which a pending entry was due at once.
	tried time.Time
}

func newSending() *sending { return &sending{underWay: make(map[int64]string)} }

// setEndpoint takes the endpoint as it is now. Another choice of entries holds for those that
// are read from now on, which happened after the change.
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

func (l *sending) id() int64 { return l.to().ID }

// key names a job of the queue.
func (l *sending) key(what string) string {
	return "endpoint:" + strconv.FormatInt(l.id(), 10) + ":" + what
}

func (l *sending) isLoaded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.loaded
}

// load begins after an ordinal. Deliveries that are under way stay so.
func (l *sending) load(s endpoint.Queue, cursor int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state, l.loaded, l.read, l.unsent = s, true, cursor, nil
}

// forget makes the queue be loaded again.
func (l *sending) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loaded, l.unsent, l.delivered, l.sent = false, nil, 0, nil
}

// readsOn reports whether entries after an ordinal are to be read, up to the head.
func (l *sending) readsOn(head int64) (after int64, wanted bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read, l.read < head && len(l.unsent) < readAhead/2 && !l.state.Full()
}

// add takes entries that were read, up to an ordinal, but those that are pending.
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

// due gives the pending entries whose time has come, those that wait for a pending one, and
// the further ones.
func (l *sending) due(now time.Time) (pending []int64, deferred []endpoint.Pending, further []feedrows.ClientEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var changed time.Time
	if !l.tried.Equal(l.endpoint.UpdatedAt) {
		l.tried, changed = l.endpoint.UpdatedAt, l.endpoint.UpdatedAt
	}
	for _, ordinal := range l.state.Due(now, changed) {
		if _, busy := l.underWay[ordinal]; !busy && !slices.Contains(l.sent, ordinal) {
			pending = append(pending, ordinal)
		}
	}
	if l.state.Full() {
		return pending, nil, nil
	}
	room := endpoint.MaxPending - len(l.state.Progress.Pending)
	for _, e := range l.unsent {
		switch {
		case !l.state.Blocks(e.Resource):
			further = append(further, e)
		case len(deferred) < room:
			deferred = append(deferred, endpoint.Pending{Ordinal: e.Ordinal, Resource: e.Resource})
		}
	}
	return pending, deferred, further
}

// begin marks an entry as under way, unless another one of its resource is, or an earlier one
// of its resource is still to be sent.
func (l *sending) begin(e feedrows.ClientEvent) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, resource := range l.underWay {
		if resource == e.Resource {
			return false
		}
	}
	for _, queued := range l.unsent {
		if queued.Ordinal < e.Ordinal && queued.Resource == e.Resource && !l.state.IsPending(e.Ordinal) {
			return false
		}
	}
	if l.state.Blocks(e.Resource) && !l.state.IsPending(e.Ordinal) {
		return false
	}
	l.underWay[e.Ordinal] = e.Resource
	return true
}

// end says that an entry is not under way any more. One that was neither delivered nor became
// pending is still unsent.
func (l *sending) end(e feedrows.ClientEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.underWay, e.Ordinal)
}

// succeeded counts a delivery, and reports whether it is to be recorded at once: it ends a
// failure.
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

// cursor is the ordinal up to which no entry is to be sent or under way, but for pending ones.
func (l *sending) cursor() int64 {
	cursor := l.read
	if len(l.unsent) > 0 {
		cursor = min(cursor, l.unsent[0].Ordinal-1)
	}
	return cursor
}

// take gives what was counted since the last record, which begins anew.
func (l *sending) take() endpoint.RecordCmd {
	l.mu.Lock()
	defer l.mu.Unlock()
	cmd := endpoint.RecordCmd{
		EndpointID: l.endpoint.ID, ClientID: l.endpoint.ClientID, Run: l.endpoint.Run, Delivered: l.delivered, Sent: l.sent,
	}
	if l.loaded {
		cmd.Cursor = l.cursor()
	}
	l.delivered, l.sent = 0, nil
	return cmd
}

// mayFail reports whether the record may say that the endpoint is failing.
func (l *sending) mayFail(cmd endpoint.RecordCmd) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := l.state.Progress.DownSince
	return len(cmd.Failures) > 0 && since != nil && !l.state.Progress.Failing && cmd.At.Sub(*since) >= endpoint.FailingAfter
}

// recorded takes the state after a record. What became pending is not unsent any more.
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

// isRecordDue reports whether what was counted is to be recorded.
func (l *sending) isRecordDue(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.delivered > 0 {
		return now.Sub(l.countedAt) >= recordEvery
	}
	return l.cursor()-l.state.Progress.Cursor >= recordPassed
}
