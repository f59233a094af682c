package logging

import (
	"fmt"
	"strings"
	"unicode"

	"gateway/domain/text"

	"github.com/sirupsen/logrus"
)

// safeLines writes the lines of another formatter, but escapes characters that would move a terminal's
// cursor, change its colours, or change the writing direction, as in JSON.
type safeLines struct{ logrus.Formatter }

// Format implements logrus.Formatter.
func (f safeLines) Format(entry *logrus.Entry) ([]byte, error) {
	// The formatter for terminals writes the message unescaped, surrounded by its own colour codes.
	if safe := escaped(entry.Message, func(r rune) bool { return isUnsafe(r) || r < ' ' && r != '\n' && r != '\t' }); safe != entry.Message {
		said := entry.Dup()
		said.Level, said.Message, said.Caller, said.Buffer = entry.Level, safe, entry.Caller, entry.Buffer
		entry = said
	}
	line, err := f.Formatter.Format(entry)
	if err != nil {
		return line, err
	}
	return []byte(escaped(string(line), isUnsafe)), nil
}

// isUnsafe reports whether a rune is a control character beyond ASCII, or one that changes the writing
// direction.
func isUnsafe(r rune) bool { return r >= 0x7f && unicode.IsControl(r) || text.TurnsDirection(r) }

func escaped(line string, unsafe func(rune) bool) string {
	if !strings.ContainsFunc(line, unsafe) {
		return line
	}
	var safe strings.Builder
	for _, r := range line {
		if unsafe(r) {
			fmt.Fprintf(&safe, `\u%04x`, r)
			continue
		}
		safe.WriteRune(r)
	}
	return safe.String()
}
