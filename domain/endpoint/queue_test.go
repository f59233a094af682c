package endpoint

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
)

var policy = callback.PolicyOf(callback.KindEndpoint)

// line is a queue with a clock, for tests.
type line struct {
	t *testing.T
	Queue
	now  time.Time
	last []domain.Event
}

func newLine(t *testing.T) *line { return &line{t: t, now: noon} }

func (l *line) record(cmd RecordCmd) {
	l.t.Helper()
	cmd.EndpointID, cmd.ClientID, cmd.Run, cmd.At, cmd.Email, cmd.Host = 1, 7, 1, l.now, "toko@example.com", "a.example"
	events, err := Record(l.Queue, cmd)
	if err != nil {
		l.t.Fatal(err)
	}
	l.Queue, l.last = Queues.Fold(l.Queue, events...), events
}

func (l *line) delivered(cursor int64, sent ...int64) {
	l.t.Helper()
	l.record(RecordCmd{Cursor: cursor, Delivered: 1, Sent: sent})
}

func (l *line) failed(ordinal int64) {
	l.t.Helper()
	l.record(RecordCmd{Cursor: ordinal - 1, Failures: []Failure{{Ordinal: ordinal, Resource: fmt.Sprint("transactions/", ordinal), Error: "answered 500", At: l.now}}})
}

func (l *line) due() []int64 { return l.dueAfter(time.Time{}) }

// dueAfter returns what is due if the endpoint was changed at that time.
func (l *line) dueAfter(changed time.Time) (ordinals []int64) {
	for _, p := range l.Due(l.now, changed) {
		ordinals = append(ordinals, p.Ordinal)
	}
	return ordinals
}

func TestAFailedEntryIsTriedAgainByThePolicyOfPayments(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	l.failed(1)
	if got := l.due(); got != nil {
		t.Errorf("due at once: %v", got)
	}
	l.now = l.now.Add(10 * time.Second)
	if got := l.due(); !slices.Equal(got, []int64{1}) {
		t.Errorf("due after 10 s: %v", got)
	}
	l.delivered(1, 1)
	if len(l.Progress.Pending) != 0 || l.Progress.Cursor != 1 || l.Progress.DownSince != nil {
		t.Errorf("%+v", l.Progress)
	}
}

func TestTheCursorNeverGoesBackAndAnOldFailureIsIgnored(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	l.delivered(9)
	l.delivered(5)
	if l.Progress.Cursor != 9 {
		t.Errorf("cursor %d", l.Progress.Cursor)
	}
	l.failed(4) // another process delivered it
	if len(l.last) != 0 || len(l.Progress.Pending) != 0 {
		t.Errorf("%+v", l.last)
	}
}

func TestAnEntryWaitsForAnEarlierOneOfItsResource(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	l.failed(1)
	if !l.Blocks("transactions/1") || l.Blocks("transactions/2") {
		t.Error("the resource does not block")
	}
	l.record(RecordCmd{Cursor: 1, Deferred: []Pending{{Ordinal: 2, Resource: "transactions/1"}}})
	if got := l.due(); got != nil {
		t.Errorf("due: %v", got)
	}
	l.now = l.now.Add(time.Minute)
	if got := l.due(); !slices.Equal(got, []int64{1}) {
		t.Errorf("due: %v", got)
	}
	l.delivered(2, 1)
	if got := l.due(); !slices.Equal(got, []int64{2}) {
		t.Errorf("due after the first was delivered: %v", got)
	}
}

func TestAnEndpointThatIsDownIsTriedWithOneEntryAtLeastHourlyAndLosesNone(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	for ordinal := range int64(downAfter) {
		l.failed(ordinal + 1)
	}
	if !l.Down() || !l.Full() {
		t.Fatal("not down")
	}
	var failing, attempts int
	for end := l.now.Add(72 * time.Hour); l.now.Before(end); l.now = l.now.Add(time.Second) {
		due := l.due()
		if len(due) == 0 {
			continue
		}
		if !slices.Equal(due, []int64{1}) {
			t.Fatalf("due: %v", due)
		}
		l.failed(1)
		attempts++
		for _, e := range l.last {
			if f, ok := e.(Failing); ok {
				failing++
				if since := f.At.Sub(f.Since); since < FailingAfter || since > FailingAfter+policy.Down || f.Mails()[0].To != "toko@example.com" {
					t.Errorf("failing after %s: %+v", since, f)
				}
			}
		}
	}
	if failing != 1 || attempts < 72 || attempts > 80 || len(l.Progress.Pending) != downAfter {
		t.Errorf("failing %d times, %d attempts, pending %v", failing, attempts, l.Progress.Pending)
	}
	l.delivered(3, 1)
	if _, ok := l.last[len(l.last)-1].(Recovered); !ok || l.Down() || !slices.Equal(l.due(), []int64{2, 3}) {
		t.Errorf("after a success: %+v, due %v", l.last, l.due())
	}
}

func TestAnotherURLIsTriedAtOnce(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	for ordinal := range int64(downAfter) {
		l.failed(ordinal + 1)
	}
	if got := l.dueAfter(l.now.Add(time.Second)); !slices.Equal(got, []int64{1}) {
		t.Errorf("due: %v", got)
	}
}

func TestAnEntryThatAnEndpointRefusesWhileItTakesOthersIsGivenUpInADay(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	l.failed(1)
	began, others, attempts := l.now, int64(1), 1
	for len(l.Progress.Pending) > 0 {
		if l.now = l.now.Add(time.Minute); l.now.Sub(began) > 48*time.Hour {
			t.Fatal("it is never given up")
		}
		others++
		l.delivered(others)
		if len(l.due()) == 1 {
			l.record(RecordCmd{Cursor: others, Failures: []Failure{{Ordinal: 1, Resource: "transactions/1", Error: "answered 400", At: l.now}}})
			attempts++
		}
	}
	p := l.last[0].(Progressed)
	if !slices.Equal(p.GivenUp, []int64{1}) || attempts != 9 || l.now.Sub(began) < policy.Least || p.Failing {
		t.Errorf("%d attempts in %s: %+v", attempts, l.now.Sub(began), p)
	}
}

func TestAFullQueueSendsNoFurtherEntry(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	for ordinal := range int64(MaxPending) {
		if l.Full() {
			t.Fatalf("full with %d", ordinal)
		}
		l.record(RecordCmd{Cursor: ordinal, Deferred: []Pending{{Ordinal: ordinal + 1, Resource: "account"}}})
	}
	if !l.Full() || l.Down() {
		t.Error("it is not full")
	}
}

func TestNothingIsRecordedWhereNothingHappened(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	l.delivered(3)
	l.record(RecordCmd{Cursor: 3})
	if len(l.last) != 0 {
		t.Errorf("%v", l.last)
	}
}

func TestWhatIsPendingIsDueAtOnceWhenAnEndpointThatWasDownTakesOne(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	for ordinal := range int64(downAfter) {
		l.failed(ordinal + 1)
	}
	l.delivered(3, 1)
	if got := l.due(); !slices.Equal(got, []int64{2, 3}) {
		t.Errorf("due: %v", got)
	}
}

func TestManyAttemptsInAShortTimeGiveNothingUp(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	for n := range int64(12) {
		l.record(RecordCmd{Cursor: n, Failures: []Failure{{Ordinal: 1, Resource: "transactions/1", Error: "answered 500", At: l.now}}})
		l.delivered(n + 1)
	}
	if !l.IsPending(1) {
		t.Errorf("%+v", l.Progress)
	}
}

func TestAnEntryIsSentAgainInTheOrderOfItsResource(t *testing.T) {
	t.Parallel()
	l := newLine(t)
	resend := func(ordinal int64, want ...int64) {
		t.Helper()
		cmd := ResendCmd{EndpointID: 1, ClientID: 7, Run: 1, Ordinal: ordinal, Resource: "transactions/a", By: "client:7", At: l.now}
		events, err := Resend(l.Queue, cmd)
		if err != nil {
			t.Fatal(err)
		}
		l.Queue = Queues.Fold(l.Queue, events...)
		if got := l.due(); !slices.Equal(got, want) {
			t.Errorf("due after a resend of %d: %v", ordinal, got)
		}
		if again, err := Resend(l.Queue, cmd); err != nil || len(again) != 0 {
			t.Errorf("a second resend: %v %v", again, err)
		}
	}
	resend(3, 3) // of a queue that has not begun
	if l.Begun {
		t.Error("a resend begins a queue")
	}
	l.record(RecordCmd{Cursor: 5, Delivered: 1, Sent: []int64{3}})
	resend(2, 2)
	resend(1, 1) // goes before 2
	l.record(RecordCmd{Cursor: 5, Delivered: 1, Sent: []int64{1}})
	if got := l.due(); !slices.Equal(got, []int64{2}) {
		t.Errorf("due %v", got)
	}
	l.record(RecordCmd{Cursor: 5, Failures: []Failure{{Ordinal: 2, Resource: "transactions/a", At: l.now}}})
	if got := l.due(); len(got) != 0 {
		t.Errorf("due after a failure: %v", got)
	}
	resend(4, 2) // 2 goes first, and is due with it
	if l.Resends != 4 {
		t.Errorf("%d resends", l.Resends)
	}
}
