package mailreactor

import (
	"context"
	"math/rand/v2"
	"time"

	"gateway/domain"
	"gateway/domain/mail"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/mailrows"

	"github.com/sirupsen/logrus"
)

// MailQueue lists the mails whose next attempt is due. *readmodel.Queries implements it.
type MailQueue interface {
	DueMails(ctx context.Context, now time.Time, limit int) ([]mailrows.Mail, error)
}

// MailSender writes a mail and makes one attempt to send it. *mailer.Sender implements it.
// Every attempt for a mail sends the same Message-ID.
type MailSender interface {
	Send(ctx context.Context, m mailrows.Mail) mail.Result
}

// MailOptions tune Mails. Only Now is needed.
type MailOptions struct {
	Now func() time.Time
	// Jitter returns numbers from 0 to 1; random ones when nil.
	Jitter func() float64
	// OnOutcome, when set, gets the outcome of each attempt: sent, failed (another attempt follows),
	// refused or too_old. It must return at once.
	OnOutcome func(outcome string)
}

// Mails sends the mails that events ask for. It appends an event for each attempt before it calls the mail
// server, so of two instances only one makes the attempt, and each mail is sent once. Only if the process
// ends between the server's answer and the event of that answer is the mail sent again, with the same
// Message-ID. After a failure it tries again until the mail is too old.
type Mails struct {
	*reactor.Worker
	sender MailSender
	o      MailOptions
}

const (
	// mailsAtOnce is few, because mail servers limit the connections of one sender.
	mailsAtOnce = 4
	mailsGap    = 100 * time.Millisecond
	// mailOutcomeFailed is the outcome of an attempt that will be repeated. The other outcomes are
	// mail.StatusSent and the reasons of mail.GivenUp.
	mailOutcomeFailed = mail.AttemptFailed
)

// NewMails makes the reactor.
func NewMails(
	log *eventstore.Log, queue MailQueue, sender MailSender, progress reactor.Progress, logger *logrus.Entry, o MailOptions,
) *Mails {
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.OnOutcome == nil {
		o.OnOutcome = func(string) {}
	}
	r := &Mails{Worker: reactor.NewWorker("mail-sending", log, progress, logger, mailsAtOnce, mailsGap), sender: sender, o: o}
	due := &reactor.ToDo[mailrows.Mail, int64]{
		Worker: r.Worker, Key: func(m mailrows.Mail) string { return m.ID }, Do: r.attempt,
		List: reactor.FirstPage(func(ctx context.Context, limit int) ([]mailrows.Mail, error) {
			return queue.DueMails(ctx, o.Now(), limit)
		}),
	}
	r.StartDue = due.Start
	return r
}

// attempt appends the start of an attempt if one is due according to the mail's stream, sends the mail,
// and records the outcome.
func (r *Mails) attempt(ctx context.Context, m mailrows.Mail) error {
	begun, err := r.execute(ctx, m.ID, func(s mail.State) ([]domain.Event, error) {
		return mail.Start(s, mail.StartCmd{MailID: m.ID, ClientID: m.ClientID, Kind: m.Kind, Until: m.Until, At: r.o.Now()})
	})
	if err != nil || len(begun.Events) == 0 {
		return err
	}
	if !begun.State.Pending() {
		r.report(m, begun.Events)
		return nil
	}
	result := r.sender.Send(ctx, m)
	if ctx.Err() != nil && result.Err != "" {
		result.Refused = false // the gateway is stopping and cancelled the attempt
	}
	// Append the event even after the context has ended, because the mail may have been sent.
	ctx, cancel := reactor.AfterStop(ctx)
	defer cancel()
	ended, err := r.execute(ctx, m.ID, func(s mail.State) ([]domain.Event, error) {
		return mail.Record(s, mail.RecordCmd{
			MailID: m.ID, ClientID: m.ClientID, Kind: m.Kind, Attempt: begun.State.Attempts, Result: result, Jitter: r.o.Jitter(), At: r.o.Now(),
		})
	})
	if err == nil {
		r.report(m, ended.Events)
	}
	return err
}

func (r *Mails) execute(
	ctx context.Context, id string, decide func(mail.State) ([]domain.Event, error),
) (eventstore.Outcome[mail.State], error) {
	return eventstore.Execute(ctx, r.Log, mail.Aggregate, mail.Stream(id), decide)
}

// report counts the outcome of an attempt, and logs for operators when a mail was not sent. The log line
// contains no address.
func (r *Mails) report(m mailrows.Mail, events []domain.Event) {
	line := r.Logger.WithFields(logrus.Fields{"mail": m.ID, "kind": m.Kind})
	for _, event := range events {
		switch e := event.(type) {
		case mail.Sent:
			r.o.OnOutcome(mail.StatusSent)
		case mail.Failed:
			r.o.OnOutcome(mailOutcomeFailed)
			line.WithFields(logrus.Fields{"problem": e.Error, "attempt": e.Attempt}).Warn("a mail was not sent; it will be tried again")
		case mail.GivenUp:
			r.o.OnOutcome(e.Reason)
			line.WithFields(logrus.Fields{"problem": e.Error, "reason": e.Reason}).Error("a mail was given up")
		}
	}
}
