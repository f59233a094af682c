package main

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// report counts comparisons and names differences.
type report struct {
	comparisons int
	// amounts are the comparisons of amounts among them.
	amounts     int
	differences []string
}

// text compares two texts.
func (r *report) text(what, is, want string) {
	r.comparisons++
	if is != want {
		r.differences = append(r.differences, fmt.Sprintf("%s is %q, computed %q", what, is, want))
	}
}

// sum compares an amount in the archive with the computed one, to the sen.
func (r *report) sum(what, is string, want decimal.Decimal) {
	r.amounts++
	r.text(what, is, want.StringFixed(2))
}

// holds counts a comparison that is no amount.
func (r *report) holds(what string, ok bool) {
	r.comparisons++
	if !ok {
		r.differences = append(r.differences, what)
	}
}

// fail names a difference that ends a part of the check.
func (r *report) fail(format string, args ...any) {
	r.holds(fmt.Sprintf(format, args...), false)
}

// plain takes off the apostrophe that keeps a spreadsheet from running a cell.
func plain(cell string) string { return strings.TrimPrefix(cell, "'") }
