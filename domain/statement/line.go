package statement

import "strings"

// The lines of a statement. Each movement that changed the balance is in exactly one.
const (
	// Payments are what customers paid.
	Payments = "payments"
	// Reversals are payments that were taken back, less what came back of them.
	Reversals = "reversals"
	// Payouts are completed withdrawals and settlements.
	Payouts = "payouts"
	// ReturnedPayouts are payouts that came back from the bank, with their fees.
	ReturnedPayouts = "returned_payouts"
	// Adjustments are corrections by an administrator, write-offs of what the client owed, and what came back of these.
	Adjustments = "adjustments"
	// Withholding is income tax that the client withheld from our fees, credited by an approved slip, less what went back.
	Withholding = "withholding"
	// Other holds the movements of no other line, so that the lines always add up. It is empty in a log that
	// this program wrote.
	Other = "other"
)

// line is a statement line and the kinds of movement in it: the names of their events without the version.
type line struct {
	name  string
	kinds []string
}

// lines is in the order of a statement, with Other last. Movements of other kinds change no balance: they are
// between the client's own accounts, or between accounts of others.
var lines = [...]line{
	{Payments, []string{"balance.credited", "balance.suspense_released"}},
	{Reversals, []string{"balance.payment_reversed", "balance.reversal_returned"}},
	{Payouts, []string{"payout.completed"}},
	{ReturnedPayouts, []string{"payout.reversed"}},
	{Adjustments, []string{"balance.adjusted", "balance.written_off", "balance.write_off_recovered"}},
	{Withholding, []string{"withholding_slip.approved", "withholding_slip.corrected"}},
	{Other, []string{}},
}

const other = len(lines) - 1

var lineOfKind = func() map[string]int {
	all := make(map[string]int)
	for i, l := range lines {
		for _, kind := range l.kinds {
			all[kind] = i
		}
	}
	return all
}()

// KindOf returns the kind of movement of an event type: its name without the version.
func KindOf(eventType string) string {
	if at := strings.LastIndexByte(eventType, '.'); at >= 0 {
		return eventType[:at]
	}
	return eventType
}

// LineOf returns the name of the line for a movement that changed the balance, by its kind.
func LineOf(kind string) string { return lines[indexOf(kind)].name }

func indexOf(kind string) int {
	if i, ok := lineOfKind[kind]; ok {
		return i
	}
	return other
}

// Lines returns the names of the lines in the order of a statement.
func Lines() []string {
	names := make([]string, len(lines))
	for i, l := range lines {
		names[i] = l.name
	}
	return names
}
