// Package sheet writes CSV files that people open in spreadsheets. All CSV files must be written with it. It
// turns every cell that a spreadsheet would run as a formula into a text. It decides by the cell's content,
// never by its declared type.
package sheet

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
	"unicode"
)

// Writer writes the rows of a CSV file. It buffers: call Flush after each part of the file, and then Error to
// learn whether a row was lost.
type Writer struct{ out *csv.Writer }

// NewWriter makes a Writer.
func NewWriter(out io.Writer) *Writer { return &Writer{csv.NewWriter(out)} }

// Write writes a row.
func (w *Writer) Write(row []string) error {
	safe := make([]string, len(row))
	for i, cell := range row {
		safe[i] = Cell(cell)
	}
	return w.out.Write(safe)
}

// WriteAll writes rows and flushes.
func (w *Writer) WriteAll(rows [][]string) error {
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.out.Flush()
	return w.out.Error()
}

// Flush writes the buffered rows.
func (w *Writer) Flush() { w.out.Flush() }

// Error returns the first error of a Write or a Flush.
func (w *Writer) Error() error { return w.out.Error() }

var number = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// signs are the characters that start a formula. The last four are the full-width ones of East Asian
// keyboards.
const signs = "=+-@\uff1d\uff0b\uff0d\uff20"

// Cell returns a cell's text with an apostrophe in front if a spreadsheet could take it for a formula.
// Numbers stay unchanged. It also looks for a formula after a semicolon and a line break, because a
// spreadsheet that separates cells by semicolons, as in Indonesia, starts a new cell there.
func Cell(text string) string {
	if number.MatchString(text) {
		return text
	}
	var safe strings.Builder
	begins := true
	for i, r := range text {
		if begins && strings.ContainsRune(signs, r) || i == 0 && strings.ContainsRune("\t\r\n", r) {
			safe.WriteByte('\'')
		}
		safe.WriteRune(r)
		// Invisible characters before a sign hide it only from us, not from the spreadsheet.
		begins = strings.ContainsRune(";\t\r\n", r) || begins && !unicode.IsGraphic(r) || begins && unicode.IsSpace(r)
	}
	return safe.String()
}
