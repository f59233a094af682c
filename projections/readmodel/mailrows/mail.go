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
	ID       string
	ClientID int64
	// Kind is one of the kinds of domain/mail.
	Kind      string
	Recipient string
	// Values and Link are the fields of mail.Mail, as JSON.
	Values json.RawMessage
	Link   json.RawMessage
	// Status is one of the statuses of domain/mail.
	Status        string
	Attempts      int
	Error         string
	NextAttemptAt time.Time
	Until         time.Time
	CreatedAt     time.Time
}

func (m *Mail) columns(f *readtable.Fields) {
	f.At("id", &m.ID).At("client_id", &m.ClientID).At("kind", &m.Kind).At("recipient", &m.Recipient).At("text_values", &m.Values)
	f.At("link", &m.Link).At("until", &m.Until).At("created_at", &m.CreatedAt)
	f.Later("status", &m.Status).Later("attempts", &m.Attempts).Later("error", &m.Error).Later("next_attempt_at", &m.NextAttemptAt)
}

var mailTable = readtable.TableOf("mails", (*Mail).columns)

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
	insertMails = readtable.Insert("mails", (*mailChange).columns)
	updateMails = readtable.Update("mails", (*mailChange).columns, "id")
)

// mailChange holds a batch's changes to one mail.
type mailChange struct {
	Mail
	readtable.Changed
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
	return readtable.Run(ctx, tx, insertMails.RowsIf(f.List, (*mailChange).IsNew), updateMails.RowsIf(f.List, (*mailChange).IsKnown))
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
		c := f.change(mail.ID(env.ID, i))
		c.New, c.ClientID, c.Kind, c.Recipient, c.Values, c.Link = true, m.ClientID, m.Kind, m.To, values, link
		c.Until, c.CreatedAt, c.Status = m.Until, m.At, mail.StatusPending
		c.NextAttemptAt = m.At
		c.Assigned(&c.Attempts, &c.Error, &c.NextAttemptAt)
	}
	return nil
}

// foldAttempt applies the events of a mail's own stream.
func (f *mailFold) foldAttempt(event domain.Event) {
	switch e := event.(type) {
	case mail.Started:
		c := f.change(e.MailID)
		c.Attempts, c.NextAttemptAt = e.Attempt, e.RetryAt
		c.Assigned(&c.NextAttemptAt)
	case mail.Failed:
		c := f.change(e.MailID)
		c.Error, c.NextAttemptAt = e.Error, e.NextAttemptAt
		c.Assigned(&c.Error, &c.NextAttemptAt)
	case mail.Sent:
		f.change(e.MailID).Status = mail.StatusSent
	case mail.GivenUp:
		c := f.change(e.MailID)
		c.Status = mail.StatusGivenUp
		readtable.Assign(&c.Changed, &c.Error, e.Error)
	}
}

func (f *mailFold) change(id string) *mailChange {
	c := f.ForKey(id)
	c.ID = id
	return c
}
