package mailreactor

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/mailrows"
	"gateway/test/testdb"

	"github.com/jmoiron/sqlx"
)

// mailbox takes mails, or answers with a failure.
type mailbox struct {
	mu     sync.Mutex
	answer mail.Result
	// taken holds the ids of the mails, in order.
	taken []string
	// meanwhile, when set, runs during an attempt.
	meanwhile func()
}

// Send implements MailSender.
func (b *mailbox) Send(_ context.Context, m mailrows.Mail) mail.Result {
	if b.meanwhile != nil {
		b.meanwhile()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken = append(b.taken, m.ID)
	return b.answer
}

func (b *mailbox) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.taken)
}

func (w *mailFixture) mails(queries MailQueue, box *mailbox, outcomes *[]string) *Mails {
	return NewMails(w.Log, queries, box, w.Watcher, w.Logger, MailOptions{
		Now: w.Clock.Now, Jitter: func() float64 { return 0 }, OnOutcome: func(o string) { *outcomes = append(*outcomes, o) },
	})
}

// asked appends an event that asks for a mail. The mail is too old after an hour.
func (w *mailFixture) asked() (mailID string) {
	w.Append(account.Stream(7), person.ResetRequested{
		ClientID: 7, PersonID: 7, To: "ani@example.com", Number: 1, At: w.Clock.Now(), ExpiresAt: w.Clock.Now().Add(time.Hour),
	})
	page, err := w.Store.ReadStream(context.Background(), account.Stream(7), eventstore.End, eventstore.Backwards, 1)
	w.Must(err)
	return mail.ID(page[0].ID, 0)
}

func TestAMailIsSentOnceAlsoByTwoInstancesAndNeverAgainFromARebuild(t *testing.T) {
	t.Parallel()
	w := newMailFixture(t)
	var outcomes []string
	box := &mailbox{}
	r, other := w.mails(w.Queries, box, &outcomes), w.mails(w.Queries, box, &outcomes)
	id := w.asked()
	box.meanwhile = func() { // another instance becomes leader while the first one talks to the server
		box.meanwhile = nil
		w.Once(other)
	}
	w.Once(r)
	w.Once(r)
	w.Clock.Advance(30 * time.Minute)
	w.Once(other)
	if !slices.Equal(box.taken, []string{id}) || !slices.Equal(outcomes, []string{"sent"}) {
		t.Errorf("sent %v, outcomes %v", box.taken, outcomes)
	}
	if got := w.Events(mail.Stream(id)); !slices.Equal(got, []string{"mail.started.v1", "mail.sent.v1"}) {
		t.Errorf("its stream: %v", got)
	}
	again := w.mails(w.rebuilt(), box, &outcomes)
	w.Once(again)
	if box.count() != 1 {
		t.Errorf("after a rebuild: %v", box.taken)
	}
}

// rebuilt returns read models that were rebuilt from the log.
func (w *mailFixture) rebuilt() *readmodel.Queries {
	w.T.Helper()
	_, dsn := testdb.NewPair(w.T)
	db := w.Connect(dsn)
	w.Must(migrations.ReadModel(context.Background(), db))
	watcher := engine.NewCheckpointWatcher(db)
	w.Run(engine.New(db, w.Log, watcher, w.Logger, readmodel.All()...).Run)
	head, err := w.Store.Head(context.Background())
	w.Must(err)
	w.Must(watcher.Wait(context.Background(), head))
	return readmodel.NewQueries(sqlx.NewDb(db, "postgres"))
}

func TestAMailThatFailsIsRepeatedUntilItIsTooOld(t *testing.T) {
	t.Parallel()
	w := newMailFixture(t)
	var outcomes []string
	box := &mailbox{answer: mail.Result{Err: "451"}}
	r := w.mails(w.Queries, box, &outcomes)
	id := w.asked()
	w.Once(r)
	for attempt, wait := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute} {
		w.Clock.Advance(wait - time.Millisecond)
		w.Once(r)
		if box.count() != attempt+1 {
			t.Fatalf("attempt %d came early", attempt+2)
		}
		w.Clock.Advance(time.Millisecond)
		w.Once(r)
		if box.count() != attempt+2 {
			t.Fatalf("%d attempts after %d waits", box.count(), attempt+1)
		}
	}
	waiting, _, err := w.Queries.MailBacklog(t.Context())
	if err != nil || waiting != 1 {
		t.Errorf("%d wait, %v", waiting, err)
	}
	box.answer = mail.Result{}
	w.Clock.Advance(time.Hour)
	w.Once(r)
	if box.count() != 4 || outcomes[len(outcomes)-1] != mail.ReasonTooOld || !w.Alarmed("a mail was given up") {
		t.Errorf("%d attempts, outcomes %v", box.count(), outcomes)
	}
	m, err := w.Queries.Mail(t.Context(), id)
	if err != nil || m.Status != mail.StatusGivenUp || m.Error != "451" {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestAMailThatTheServerRefusesIsNotRepeated(t *testing.T) {
	t.Parallel()
	w := newMailFixture(t)
	var outcomes []string
	box := &mailbox{answer: mail.Result{Err: "550 5.1.1", Refused: true}}
	r := w.mails(w.Queries, box, &outcomes)
	w.asked()
	w.Once(r)
	w.Clock.Advance(50 * time.Minute)
	w.Once(r)
	if box.count() != 1 || !slices.Equal(outcomes, []string{"refused"}) {
		t.Errorf("%d attempts, outcomes %v", box.count(), outcomes)
	}
	for _, line := range w.Alarms.AllEntries() {
		if text, _ := line.String(); strings.Contains(text, "ani@example.com") {
			t.Errorf("the log names the recipient: %s", text)
		}
	}
}

func TestAnAttemptThatBrokeOffIsMadeAgain(t *testing.T) {
	t.Parallel()
	w := newMailFixture(t)
	var outcomes []string
	box := &mailbox{}
	id := w.asked()
	w.Append(mail.Stream(id), mail.Started{MailID: id, Attempt: 1, RetryAt: w.Clock.Now().Add(5 * time.Minute), At: w.Clock.Now()})
	r := w.mails(w.Queries, box, &outcomes)
	w.Once(r)
	if box.count() != 0 {
		t.Fatal("it was sent while another attempt may be under way")
	}
	w.Clock.Advance(5 * time.Minute)
	w.Once(r)
	if box.count() != 1 {
		t.Errorf("%d attempts", box.count())
	}
}
