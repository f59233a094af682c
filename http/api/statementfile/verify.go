package statementfile

import (
	"strconv"
	"strings"

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
	if closed := s.Month.Span.Closed; closed != nil {
		p.line("", body, ink, l.say(w.ClosedWith))
		for line := range strings.Lines(closed.Checkpoint) {
			if line = strings.TrimSpace(line); line != "" {
				p.paragraph("", body, faint, line)
			}
		}
	}
	p.line("", body, ink, l.say(w.VerifySignature, fileName(s.Month, "pdf.sig")))
	p.line("", body, ink, l.say(w.VerifyProof))
}
