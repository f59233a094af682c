package wiring

import (
	"io"

	"gateway/cmd/gateway/config"
	"gateway/http/outbound/mailer"
	"gateway/http/server"
	"gateway/http/service/credential"
	"gateway/projections/reactor"
	"gateway/projections/reactor/mailreactor"
)

// links derives the tokens of links in mails.
func (a *App) links(keys config.Secrets) credential.Links {
	return credential.Links{Masters: keys.Masters, URL: a.publicURL}
}

// mailReactor makes the reactor that sends mails. ok is false when mails cannot be sent: in production
// without SMTP_URL.
func (a *App) mailReactor(keys config.Secrets, metrics *server.Metrics, out io.Writer) (_ reactor.Reactor, ok bool) {
	transport := a.mailTransport(out)
	if transport == nil {
		a.logger.Warn("SMTP_URL is not set: no mail is sent. A merchant who forgot the password needs a link from an administrator " +
			"(POST /admin/clients/{id}/reset-link), nobody can be invited, and no notice of a changed bank account goes out")
		return nil, false
	}
	zone := a.core.Calendar.Zone()
	metrics.MailBacklog(a.core.Queries.MailBacklog, a.core.Now)
	writer := mailer.Writer{
		Links: a.links(keys), Zone: zone, Brand: a.config.Brand(), Sandbox: a.config.Environment == config.Sandbox,
	}
	sender := mailer.Sender{Writer: writer, Transport: transport}
	return mailreactor.NewMails(a.core.Log, a.core.Queries, sender, a.core.Watcher, a.logger, mailreactor.MailOptions{
		Now: a.core.Now, OnOutcome: metrics.Mail,
	}), true
}

// mailTransport returns nil when mails cannot be sent.
func (a *App) mailTransport(out io.Writer) mailer.Transport {
	if a.config.SMTPURL == "" {
		if a.config.Environment == config.Production {
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
