package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/shopspring/decimal"
)

// printer prints for people: in colour on a terminal, unless NO_COLOR is set.
type printer struct {
	out    io.Writer
	colour bool
	// terminal is true if a person reads along.
	terminal bool
}

func newPrinter(file *os.File) printer {
	info, err := file.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return printer{out: file, colour: terminal && os.Getenv("NO_COLOR") == "", terminal: terminal}
}

const (
	bold  = "1"
	faint = "2"
	green = "32"
	cyan  = "1;36"
)

func (p printer) paint(style, text string) string {
	if !p.colour {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

func (p printer) title(format string, args ...any) {
	fmt.Fprintln(p.out, p.paint(bold, fmt.Sprintf(format, args...)))
}

func (p printer) chapter(number int, name string) {
	fmt.Fprintf(p.out, "\n%s\n", p.paint(cyan, fmt.Sprintf("%d. %s", number, name)))
}

// call prints one request and the status of its answer.
func (p printer) call(who, method, path string, status int) {
	fmt.Fprintf(p.out, "   %-9s%s %s\n", who, p.paint(faint, fmt.Sprintf("%-4s %-50s", method, path)), p.paint(faint, fmt.Sprint(status)))
}

// fact prints a result.
func (p printer) fact(format string, args ...any) {
	fmt.Fprintf(p.out, "            %s %s\n", p.paint(green, "✓"), fmt.Sprintf(format, args...))
}

// rupiah writes an amount with commas: Rp 145,560.25.
func rupiah(d decimal.Decimal) string {
	whole, sen, _ := strings.Cut(d.StringFixed(2), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if sen != "00" {
		whole += "." + sen
	}
	return "Rp " + whole
}
