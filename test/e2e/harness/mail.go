package harness

import (
	"regexp"
	"testing"
)

// Mail is one that the gateway printed, since it has no mail server.
type Mail struct{ To, Text string }

var printedMail = regexp.MustCompile(`(?s)--- mail to (\S+) [^\n]*\n(.*?)\n---\n`)

// Mails gives the mails that the gateway has printed, oldest first.
func (g *Gateway) Mails(tb testing.TB) (mails []Mail) {
	tb.Helper()
	for _, m := range printedMail.FindAllStringSubmatch(g.output(), -1) {
		mails = append(mails, Mail{To: m[1], Text: m[2]})
	}
	return mails
}
