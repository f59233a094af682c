package bankstatementservice

import (
	"strings"
	"testing"

	"gateway/projections/readmodel/bankrows"
	"gateway/test/rupiah"
)

// All bookings have the amount of the line, as the query for them sees to.
func TestWhichBookingALineMayBeAboutAndWhy(t *testing.T) {
	t.Parallel()
	booking := func(id, day, reference string) bankrows.Booking {
		return bankrows.Booking{ID: id, ValueDate: day, Reference: reference, Amount: rupiah.Of("100")}
	}
	for name, c := range map[string]struct {
		text     string
		bookings []bankrows.Booking
		// want has the proposals in their order, each with the reasons beside the amount.
		want string
	}{
		"none has the amount":   {"TRSF WD-0001", nil, ""},
		"all speaks for it":     {"TRSF WD-0001 XENDIT", []bankrows.Booking{booking("a", "2026-01-30", "WD-0001")}, "a: day near only reference"},
		"in small letters":      {"trsf wd-0001", []bankrows.Booking{booking("a", "2026-01-30", "WD-0001")}, "a: day near only reference"},
		"the text says nothing": {"SETORAN", []bankrows.Booking{booking("a", "2026-01-30", "WD-0001")}, "a: day near only"},
		"three days before":     {"SETORAN", []bankrows.Booking{booking("a", "2026-01-27", "WD-0001")}, "a: near only"},
		"three days after":      {"SETORAN", []bankrows.Booking{booking("a", "2026-02-02", "WD-0001")}, "a: near only"},
		"four days apart":       {"SETORAN", []bankrows.Booking{booking("a", "2026-02-03", "WD-0001")}, "a: only"},
		"without a day":         {"SETORAN", []bankrows.Booking{booking("a", "", "WD-0001")}, "a: only"},
		"two of the same day": {
			"SETORAN", []bankrows.Booking{booking("a", "2026-01-30", "WD-0001"), booking("b", "2026-01-30", "WD-0002")}, "a: day near, b: day near",
		},
		"two of which one is named": {
			"TRSF WD-0002",
			[]bankrows.Booking{booking("a", "2026-01-30", "WD-0001"), booking("b", "2026-01-30", "WD-0002")},
			"b: day near reference, a: day near",
		},
		"the nearer one first": {
			"SETORAN",
			[]bankrows.Booking{booking("a", "2026-01-20", "WD-0001"), booking("b", "2026-01-29", "WD-0002"), booking("c", "2026-01-30", "WD-0003")},
			"c: day near, b: near, a:",
		},
		"a number that goes on":            {"TRSF WD-10", []bankrows.Booking{booking("a", "2026-01-30", "WD-1")}, "a: day near only"},
		"a number that began before":       {"TRSF 51234", []bankrows.Booking{booking("a", "2026-01-30", "1234")}, "a: day near only"},
		"the number comes at last":         {"REF 12345 1234", []bankrows.Booking{booking("a", "2026-01-30", "1234")}, "a: day near only reference"},
		"the number comes within another":  {"11112 1111", []bankrows.Booking{booking("a", "2026-01-30", "1111")}, "a: day near only reference"},
		"words of the bank touch it":       {"TRSFWD-0001XENDIT", []bankrows.Booking{booking("a", "2026-01-30", "WD-0001")}, "a: day near only reference"},
		"one digit over":                   {"11111", []bankrows.Booking{booking("a", "2026-01-30", "1111")}, "a: day near only"},
		"too short to mean anything":       {"BI BUNGA", []bankrows.Booking{booking("a", "2026-01-30", "BI")}, "a: day near only"},
		"the reference of another booking": {"TRSF WD-0009", []bankrows.Booking{booking("a", "2026-01-30", "WD-0001")}, "a: day near only"},
	} {
		line := bankrows.Line{ValueDate: "2026-01-30", Text: c.text, Amount: rupiah.Of("100")}
		var got []string
		for _, p := range proposals(line, c.bookings) {
			if p.Reasons[0] != ReasonAmount {
				t.Errorf("%s: %v does not begin with the amount", name, p.Reasons)
			}
			got = append(got, strings.TrimSpace(p.ID+": "+strings.Join(p.Reasons[1:], " ")))
		}
		if said := strings.Join(got, ", "); said != c.want {
			t.Errorf("%s: %q, want %q", name, said, c.want)
		}
	}
}
