package app

import (
	"errors"
	"fmt"
	"io"

	"gateway/http/outbound/mailer"
	"gateway/http/server"
	"gateway/http/service/credential"
	"gateway/projections/reactor"
)

// links derives the tokens of links in mails.
func (a *App) links(keys secrets) credential.Links {
	return credential.Links{Masters: keys.masters, URL: a.publicURL}
}

// mailReactor makes the reactor that sends mails. ok is false where there is no way to send
// any: in production without SMTP_URL.
func (a *App) mailReactor(keys secrets, metrics *server.Metrics, out io.Writer) (_ reactor.Reactor, ok bool) {
	transport := a.mailTransport(out)
	if transport == nil {
		a.logger.Warn("SMTP_URL is not set: no mail is sent. A merchant who forgot the password needs a link from an administrator " +
			"(POST /admin/clients/{id}/reset-link), nobody can be invited, and no notice of a changed bank account goes out")
		return nil, false
	}
	zone := a.core.Calendar.Zone()
	metrics.MailBacklog(a.core.Queries.MailBacklog, a.core.Now)
	sender := mailer.Sender{Writer: mailer.Writer{Links: a.links(keys), Zone: zone}, Transport: transport}
	return reactor.NewMails(a.core.Log, a.core.Queries, sender, a.core.Watcher, a.logger, reactor.MailOptions{
		Now: a.core.Now, OnOutcome: metrics.Mail,
	}), true
}

// mailTransport returns nil where no mail can be sent.
func (a *App) mailTransport(out io.Writer) mailer.Transport {
	if a.config.SMTPURL == "" {
		if a.config.Environment == Production {
			return nil
		}
		return mailer.NewPrinter(out)
	}
	server, err := mailer.ParseServer(a.config.SMTPURL)
	if err != nil { // Config.Check refuses it
		panic(err)
	}
	return mailer.NewSMTP(server, a.config.MailFrom)
}

func (c Config) mailProblems() []error {
	if c.SMTPURL == "" {
		return nil
	}
	var problems []error
	if _, err := mailer.ParseServer(c.SMTPURL); err != nil {
		problems = append(problems, fmt.Errorf("SMTP_URL %w", err))
	}
	if err := mailer.ParseSender(c.MailFrom); err != nil {
		problems = append(problems, errors.New("MAIL_FROM goes with SMTP_URL and "+err.Error()))
	}
	return problems
}

// unused warns of what is set and has no effect.
func (c Config) unused() (warnings []string) {
	if c.MailFrom != "" && c.SMTPURL == "" {
		warnings = append(warnings, "MAIL_FROM has no effect without SMTP_URL: no mail is sent")
	}
	return warnings
}
