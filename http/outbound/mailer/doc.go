// Package mailer writes the gateway's mails to people and hands them to a mail server
// (SMTP), or prints them where there is none. A mail is plain text in Indonesian and
// English, in which the texts of strangers have no addresses that are links. The link in it is derived
// when the mail is written, from the master secret, so
// no event and no table holds its token.
package mailer
