package mailer

import (
	"context"
	"time"

	"gateway/domain/mail"
	"gateway/projections/readmodel/mailrows"
)

// sendLimit limits one attempt, including the connection.
const sendLimit = time.Minute

// Transport makes one attempt to deliver a message to a server.
type Transport interface {
	Deliver(ctx context.Context, m Message) mail.Result
}

// Sender writes mails and passes them to the transport. It implements reactor.MailSender and is safe for
// concurrent use.
type Sender struct {
	Writer    Writer
	Transport Transport
}

// Send makes one attempt, of at most a minute.
func (s Sender) Send(ctx context.Context, m mailrows.Mail) mail.Result {
	message, err := s.Writer.Write(m)
	if err != nil {
		return mail.Result{Err: err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	return s.Transport.Deliver(ctx, message)
}
