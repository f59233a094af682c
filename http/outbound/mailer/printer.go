package mailer

import (
	"context"
	"fmt"
	"io"
	"sync"

	"gateway/domain/mail"
)

// Printer prints messages instead of sending them. It is for sandboxes only, because any reader of a printed
// link can use it. It is safe for concurrent use.
type Printer struct {
	mu  sync.Mutex
	out io.Writer
}

// NewPrinter makes a Printer.
func NewPrinter(out io.Writer) *Printer { return &Printer{out: out} }

// Deliver implements Transport.
func (p *Printer) Deliver(_ context.Context, m Message) mail.Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := fmt.Fprintf(p.out, "--- mail to %s (SMTP_URL is not set)\n%s\n\n%s---\n", m.To, m.Subject, m.Text)
	if err != nil {
		return mail.Result{Err: "the mail can't be printed"}
	}
	return mail.Result{}
}
