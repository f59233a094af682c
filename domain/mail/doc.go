// Package mail is the aggregate of one mail to a person. An event asks for mails by implementing Asker. The
// mail's own stream records the attempts to send it and how they ended. No event holds a secret: a link's
// token is derived from the master secret when the mail is sent.
package mail
