// Package sheet writes CSV files, which people open in spreadsheets. It is the only way to one: a cell
// that a spreadsheet would take for a formula is made a text by what it holds, never by what it
// is said to be.
package sheet

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
	"unicode"
)

// Writer writes the rows of a CSV file. It buffers: Flush ends a piece of the file, and Error tells then
// whether a row was lost.
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

// WriteAll writes rows, and flushes.
func (w *Writer) WriteAll(rows [][]string) error {
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.out.Flush()
	return w.out.Error()
}

// Flush writes what is buffered.
func (w *Writer) Flush() { w.out.Flush() }

// Error returns the first error of a Write or a Flush.
func (w *Writer) Error() error { return w.out.Error() }

var number = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// signs begin a formula; the last four are the wide ones of East Asian keyboards.
const signs = "=+-@\uff1d\uff0b\uff0d\uff20"

// Cell gives a cell's text in a form that no spreadsheet takes for a formula: with an apostrophe before
// it. Numbers stay as they are. A formula is also looked for after a semicolon and a line break, where a spreadsheet
// begins a cell of its own that separates cells by semicolons, as it does in Indonesia.
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
		// What is not seen before a sign hides it from us alone.
		begins = strings.ContainsRune(";\t\r\n", r) || begins && !unicode.IsGraphic(r) || begins && unicode.IsSpace(r)
	}
	return safe.String()
}
