package noticereactor

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/mail"
	"gateway/eventstore"
	"gateway/projections/reactor/mailreactor"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel/mailrows"
	"gateway/test/rupiah"
)

var errKilled = errors.New("the process is gone")

// dying is a store of a process that is killed: from the moment on, nothing that it appends arrives. With written, the first
// append of its last moment still arrives, and only the answer is lost.
type dying struct {
	eventstore.Store
	dead, written atomic.Bool
}

// Append implements eventstore.Store.
func (d *dying) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if !d.dead.Load() {
		return d.Store.Append(ctx, stream, expected, events)
	}
	if d.written.CompareAndSwap(true, false) {
		if _, err := d.Store.Append(ctx, stream, expected, events); err != nil {
			return eventstore.Appended{}, err
		}
	}
	return eventstore.Appended{}, errKilled
}

// killed returns a process that can be killed, with a log of its own.
func (w *fixture) killed() (*dying, *eventstore.Log) {
	d := &dying{Store: w.Store}
	return d, eventstore.NewLog(d, w.Log.Codec(), eventstore.Options{Owns: catalogue.Owns})
}

// postman counts the mails that reached the mail server, by id.
type postman struct {
	sent map[string]int
	// meanwhile, when set, runs once the server has the mail.
	meanwhile func()
}

// Send implements mailreactor.MailSender.
func (p *postman) Send(_ context.Context, m mailrows.Mail) mail.Result {
	p.sent[m.ID]++
	if p.meanwhile != nil {
		p.meanwhile()
	}
	return mail.Result{}
}

// ofNotices lists the mails about payouts alone: the fixture invites a person, too.
type ofNotices struct{ mailreactor.MailQueue }

// DueMails implements mailreactor.MailQueue.
func (q ofNotices) DueMails(ctx context.Context, now time.Time, limit int) ([]mailrows.Mail, error) {
	all, err := q.MailQueue.DueMails(ctx, now, limit)
	return slices.DeleteFunc(all, func(m mailrows.Mail) bool { return m.Kind != mail.KindPayoutDone }), err
}

func TestANoticeIsNeitherLostNorGivenTwiceByProcessesThatAreKilled(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.Append(balance.Stream(reactortest.NextID()+500_000), balance.PayoutCompleted{
		Order:    balance.Order{Kind: balance.Withdrawal, ID: reactortest.NextID(), ClientID: w.client, Amount: rupiah.Of(50_000), Bank: "BCA"},
		Movement: balance.Movement{At: w.Clock.Now()},
	})
	w.Shown()
	due, err := w.Queries.DueNotices(t.Context(), mail.KindPayoutDone, w.Clock.Now(), 10)
	w.Must(err)
	if len(due) != 1 {
		t.Fatalf("to be told: %+v", due)
	}
	notices := func(log *eventstore.Log) *Notices {
		r := w.reactor()
		r.Log = log
		return r
	}
	before, log := w.killed()
	before.dead.Store(true) // before the notice is written
	w.Once(notices(log))
	after, log := w.killed()
	after.written.Store(true)
	after.dead.Store(true) // after it was written
	if given := w.given(t, due[0].Key); len(given) != 0 {
		t.Fatalf("given %d times by a process that was gone", len(given))
	}
	w.Once(notices(log))
	w.Once(w.reactor())
	given := w.given(t, due[0].Key)
	if len(given) != 1 || len(given[0].Recipients) != 1 {
		t.Fatalf("given %d times: %+v", len(given), given)
	}

	box := &postman{sent: map[string]int{}}
	mails := func(log *eventstore.Log) *mailreactor.Mails {
		return mailreactor.NewMails(log, ofNotices{w.Queries}, box, w.Watcher, w.Logger, mailreactor.MailOptions{Now: w.Clock.Now})
	}
	sends := func(log *eventstore.Log, times int) {
		t.Helper()
		w.Once(mails(log))
		if len(box.sent) > 1 || sum(box.sent) != times {
			t.Fatalf("sent %v, want one mail, %d times", box.sent, times)
		}
	}
	unsent, log := w.killed()
	unsent.dead.Store(true)
	sends(log, 0) // the attempt was not even begun
	begun, log := w.killed()
	begun.written.Store(true)
	begun.dead.Store(true)
	sends(log, 0) // it was begun, and the mail server not called
	sends(w.Log, 0)
	w.Clock.Advance(5 * time.Minute) // the attempt counts as broken off
	unheard, log := w.killed()
	box.meanwhile = func() { unheard.dead.Store(true) }
	sends(log, 1) // the server has the mail, and no event says so
	box.meanwhile = nil
	sends(w.Log, 1)
	w.Clock.Advance(5 * time.Minute)
	sends(w.Log, 2) // the same mail, with the same Message-ID
	w.Clock.Advance(time.Hour)
	sends(w.Log, 2)
	w.Once(w.reactor())
	if again := w.given(t, due[0].Key); len(again) != 1 {
		t.Errorf("given %d times in the end", len(again))
	}
	for id := range box.sent {
		if got := w.Events(mail.Stream(id)); !slices.Equal(got, []string{"mail.started.v1", "mail.started.v1", "mail.started.v1", "mail.sent.v1"}) {
			t.Errorf("its stream: %v", got)
		}
	}
}

func sum(counts map[string]int) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}
