package noticereactor

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/calendar"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/noticerows"

	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

// Queue lists what is to be told. *readmodel.Queries implements it.
type Queue interface {
	DueNotices(ctx context.Context, kind string, now time.Time, limit int) ([]noticerows.Due, error)
	DueNoticesOf(ctx context.Context, clientID int64, kind string, now time.Time, limit int) ([]noticerows.Due, error)
	ClientsToTell(ctx context.Context, kind, day string, now time.Time, after int64, limit int) ([]int64, error)
	PaidClients(ctx context.Context, kind, since, until string, after int64, limit int) ([]int64, error)
	RunningSums(ctx context.Context, clientID int64, from, to time.Time) (balancerows.HourlySums, error)
	HeldUntil(ctx context.Context, clientID int64, until time.Time) (decimal.Decimal, error)
}

// Options tune Notices. The service sets them all.
type Options struct {
	Now      func() time.Time
	Calendar calendar.Calendar
	// HoldDays is after how many days a credit is available at the latest; 0 where it waits for the provider.
	HoldDays int
}

// Notices gives notices: it appends one event for each, which asks for the mails. The stream of a notice tells whether it
// was given, so neither a crash nor a rebuild of the read models has anybody told twice.
type Notices struct {
	*reactor.Worker
	queue Queue
	o     Options
}

const (
	noticesAtOnce = 4
	noticesGap    = time.Second
	// mostItems is how many things an attention covers. What is more waits for the next day.
	mostItems = 200
	// mailGoodFor is how long a mail about a notice may be late.
	mailGoodFor = 24 * time.Hour
)

// New makes the reactor.
func New(log *eventstore.Log, queue Queue, progress reactor.Progress, logger *logrus.Entry, o Options) *Notices {
	r := &Notices{reactor.NewWorker("notices", log, progress, logger, noticesAtOnce, noticesGap), queue, o}
	retries := func() *reactor.RetrySchedule {
		return reactor.NewRetrySchedule(o.Now, reactor.RetryFirst, reactor.RetryMost)
	}
	facts := func(kind string) *reactor.ToDo[noticerows.Due, int64] {
		return &reactor.ToDo[noticerows.Due, int64]{
			Worker: r.Worker, Retries: retries(), Key: func(d noticerows.Due) string { return d.Key }, Do: r.tellOfFact,
			List: reactor.FirstPage(func(ctx context.Context, limit int) ([]noticerows.Due, error) {
				return queue.DueNotices(ctx, kind, o.Now(), limit)
			}),
		}
	}
	attentions := r.clients(mail.KindAttention, r.tellOfAttention, func(ctx context.Context, after int64, limit int) ([]int64, error) {
		return queue.ClientsToTell(ctx, mail.KindAttention, o.Calendar.DayOf(o.Now()), o.Now(), after, limit)
	})
	weeks := r.clients(mail.KindWeeklySummary, r.tellOfWeek, func(ctx context.Context, after int64, limit int) ([]int64, error) {
		w, due := weekAt(o.Calendar, o.Now())
		if !due {
			return nil, nil
		}
		return queue.PaidClients(ctx, mail.KindWeeklySummary, w.before.UTC().Format(time.DateOnly), w.day, after, limit)
	})
	r.StartDue = reactor.TakeTurns(facts(mail.KindPayoutDone).Start, attentions.Start, weeks.Start, facts(mail.KindReceipt).Start)
	return r
}

// clients is a list of clients that are to be told something of a kind.
func (r *Notices) clients(
	kind string, do func(ctx context.Context, client int64) error, read func(ctx context.Context, after int64, limit int) ([]int64, error),
) *reactor.ToDo[int64, int64] {
	return &reactor.ToDo[int64, int64]{
		Worker: r.Worker, Retries: reactor.NewRetrySchedule(r.o.Now, reactor.RetryFirst, reactor.RetryMost), Do: do,
		Key:  func(client int64) string { return kind + strconv.FormatInt(client, 10) },
		List: reactor.List[int64, int64]{Read: read, Place: func(client int64) int64 { return client }},
	}
}

// tellOfFact tells that a transfer was made, or that a payment was received. The stream is that of the event, so it is told
// once.
func (r *Notices) tellOfFact(ctx context.Context, due noticerows.Due) error {
	facts := make(map[string]string)
	if err := json.Unmarshal(due.Facts, &facts); err != nil {
		return err
	}
	return r.give(ctx, notice.Given{
		Key: due.Key, ClientID: due.ClientID, Kind: due.Kind, Covers: []string{due.Key}, Values: facts,
	}, nil)
}

// tellOfAttention tells what is new and needs attention. The stream is that of the client's day, so what comes later on the
// day waits for the next one.
func (r *Notices) tellOfAttention(ctx context.Context, client int64) error {
	due, err := r.queue.DueNoticesOf(ctx, client, mail.KindAttention, r.o.Now(), mostItems)
	if err != nil || len(due) == 0 {
		return err
	}
	given := notice.Given{ClientID: client, Kind: mail.KindAttention, Day: r.o.Calendar.DayOf(r.o.Now())}
	var items []string
	for _, d := range due {
		items, given.Covers = append(items, d.Item), append(given.Covers, d.Key)
	}
	given.Key = keyOfDay(given)
	return r.give(ctx, given, func(role string) []string { return notice.ItemsFor(role, items) })
}

// keyOfDay names the notice of a kind that a client gets once on a day.
func keyOfDay(n notice.Given) string {
	return n.Kind + "-" + strconv.FormatInt(n.ClientID, 10) + "-" + n.Day
}

// give appends the notice, unless it was given. items returns what is listed for people with a role; nil where nothing is.
func (r *Notices) give(ctx context.Context, given notice.Given, items func(role string) []string) error {
	client, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(given.ClientID))
	if err != nil {
		return err
	}
	given.At = r.o.Now()
	given.Until = given.At.Add(mailGoodFor)
	given.Recipients = notice.To(client.People, given.Kind, items)
	if given.Covers == nil {
		given.Covers = []string{}
	}
	if given.Values == nil {
		given.Values = map[string]string{}
	}
	_, err = eventstore.Execute(ctx, r.Log, notice.Aggregate, notice.Stream(given.Key), func(s notice.State) ([]domain.Event, error) {
		return notice.Give(s, given)
	})
	return reactor.LaterIfRefused(err)
}
