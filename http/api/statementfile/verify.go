package statementfile

import (
	"strconv"

	"gateway/domain/words"
)

// proof says what the log was at the end of the month, and how a reader verifies the file.
func (s Printed) proof(p page) {
	l, w := p.language, words.Statement
	if s.Log.Events == 0 {
		return
	}
	p.section(l.say(w.Verify))
	p.line("", body, ink, l.say(w.LogAtEnd, l.number(strconv.FormatInt(s.Log.Events, 10)), s.Log.Root.String()))
	p.line("", body, ink, l.say(w.VerifySignature, fileName(s.Month, "pdf.sig")))
	p.line("", body, ink, l.say(w.VerifyProof))
}
