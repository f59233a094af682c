// Package mailer writes the gateway's mails to people and passes them to a mail server (SMTP), or prints them if
// there is none. A mail is plain text in Indonesian and English, and the same as HTML that loads nothing. Text
// that strangers wrote cannot contain working links. The mail's own link is derived from the master secret when
// the mail is written, so no event and no table holds its token.
package mailer
