package mailrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/domain/mail"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Queries queries mails.
type Queries struct{ readtable.DB }

// Mail is a mail that an event requests. It holds no secret.
type Mail struct {
	ID       string `db:"id"`
	ClientID int64  `db:"client_id"`
	// Kind is one of the kinds of domain/mail.
	Kind      string `db:"kind"`
	Recipient string `db:"recipient"`
	// Values and Link are the fields of mail.Mail, as JSON.
	Values json.RawMessage `db:"text_values"`
	Link   json.RawMessage `db:"link"`
	// Status is one of the statuses of domain/mail.
	Status        string    `db:"status"`
	Attempts      int       `db:"attempts"`
	Error         string    `db:"error"`
	NextAttemptAt time.Time `db:"next_attempt_at"`
	Until         time.Time `db:"until"`
	CreatedAt     time.Time `db:"created_at"`
}

var mailTable = readtable.Of[Mail]("mails")

// DueMails returns at most limit mails, earliest first: pending mails whose next attempt is due at now, and
// mails whose sending started but may have broken off.
func (q Queries) DueMails(ctx context.Context, now time.Time, limit int) ([]Mail, error) {
	return mailTable.List(ctx, q.DB,
		"WHERE status = '"+mail.StatusPending+"' AND next_attempt_at <= $1 ORDER BY mails.next_attempt_at LIMIT $2", now, limit)
}

// Mail returns a mail. Error: ErrNotFound.
func (q Queries) Mail(ctx context.Context, id string) (Mail, error) {
	return mailTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// MailBacklog returns how many mails wait to be sent, and the time from which the oldest has waited. The time
// is zero when none waits.
func (q Queries) MailBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	var row struct {
		N      int64      `db:"n"`
		Oldest *time.Time `db:"oldest"`
	}
	err = q.SQL.GetContext(ctx, &row,
		`SELECT count(*) AS n, min(created_at) AT TIME ZONE 'UTC' AS oldest FROM mails WHERE status = '`+mail.StatusPending+`'`)
	if err != nil {
		return 0, time.Time{}, readtable.Failed("mails", err)
	}
	if row.Oldest != nil {
		oldest = *row.Oldest
	}
	return row.N, oldest, nil
}

// Mails projects the mails that events request, and the attempts to send them.
type Mails struct{}

// Name implements engine.Model.
func (Mails) Name() string { return "mails" }

// Tables implements engine.Model.
func (Mails) Tables() []string { return []string{"mails"} }

var (
	insertMails = readtable.InsertStatement("mails", "id text", "client_id bigint", "kind text", "recipient text",
		"text_values json", "link json",
		"until timestamptz", "created_at timestamptz", "status text", "attempts int", "error text", "next_attempt_at timestamptz")
	updateMails = readtable.UpdateStatement("mails", []string{"id text"}, "status text", "attempts int", "error text",
		"next_attempt_at timestamptz")
)

// mailChange holds a batch's changes to one mail. A nil pointer leaves the column unchanged.
type mailChange struct {
	id string
	// created has the columns that never change. It is nil when the batch does not create the mail.
	created       []any
	status        *string
	attempts      *int
	problem       *string
	nextAttemptAt *time.Time
}

// Applies implements engine.Selective.
func (Mails) Applies() []domain.Event {
	applied := mail.Events()
	for _, e := range catalogue.Events() {
		if _, asks := e.(mail.Asker); asks {
			applied = append(applied, e)
		}
	}
	return applied
}

// Apply implements engine.Model.
func (Mails) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f mailFold
	for _, e := range events {
		if err := f.foldRequest(e); err != nil {
			return err
		}
		f.foldAttempt(e.Event)
	}
	var inserts, updates readtable.Batch
	for _, c := range f.List {
		changed := []any{c.status, nullIfNil(c.attempts), c.problem, c.nextAttemptAt}
		if c.created != nil {
			inserts.Add(append(c.created, changed...)...)
		} else {
			updates.Add(append([]any{c.id}, changed...)...)
		}
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&inserts, insertMails), readtable.WriteBy(&updates, updateMails))
}

type mailFold struct {
	readtable.Changes[string, mailChange]
}

// foldRequest adds the mails that an event requests.
func (f *mailFold) foldRequest(env eventstore.Envelope) error {
	asker, asks := env.Event.(mail.Asker)
	if !asks {
		return nil
	}
	for i, m := range asker.Mails() {
		values, err := json.Marshal(m.Values)
		if err != nil {
			return err
		}
		link, err := json.Marshal(m.Link)
		if err != nil {
			return err
		}
		c := f.ForKey(mail.ID(env.ID, i))
		c.created = []any{
			mail.ID(env.ID, i), m.ClientID, m.Kind, m.To, json.RawMessage(values), json.RawMessage(link), m.Until, m.At,
		}
		c.status, c.attempts, c.problem, c.nextAttemptAt = new(mail.StatusPending), new(0), new(""), &m.At
	}
	return nil
}

// foldAttempt applies the events of a mail's own stream.
func (f *mailFold) foldAttempt(event domain.Event) {
	switch e := event.(type) {
	case mail.Started:
		c := f.change(e.MailID)
		c.attempts, c.nextAttemptAt = &e.Attempt, &e.RetryAt
	case mail.Failed:
		c := f.change(e.MailID)
		c.problem, c.nextAttemptAt = &e.Error, &e.NextAttemptAt
	case mail.Sent:
		f.change(e.MailID).status = new(mail.StatusSent)
	case mail.GivenUp:
		c := f.change(e.MailID)
		c.status, c.problem = new(mail.StatusGivenUp), &e.Error
	}
}

func (f *mailFold) change(id string) *mailChange {
	c := f.ForKey(id)
	c.id = id
	return c
}

// nullIfNil returns the number, or NULL for nil.
func nullIfNil(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}
