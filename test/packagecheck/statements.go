package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// amounts are the parts of a movement: net = gross - fee - vat.
type amounts struct{ gross, fee, vat, net decimal.Decimal }

func (a amounts) plus(b amounts) amounts {
	return amounts{a.gross.Add(b.gross), a.fee.Add(b.fee), a.vat.Add(b.vat), a.net.Add(b.net)}
}

func (a amounts) isZero() bool {
	return a.gross.IsZero() && a.fee.IsZero() && a.vat.IsZero() && a.net.IsZero()
}

func split(client string, postings []posting) (a amounts) {
	for _, p := range postings {
		switch {
		case p.Account == "revenue:fees":
			a.fee = a.fee.Add(p.Amount)
		case p.Account == "tax:vat":
			a.vat = a.vat.Add(p.Amount)
		case strings.HasPrefix(p.Account, "client:"+client+":"):
			a.net = a.net.Add(p.Amount)
		default:
			a.gross = a.gross.Sub(p.Amount)
		}
	}
	return a
}

// lineOf is the line of a statement by the kind of a movement.
var lineOf = map[string]string{
	"balance.credited": "payments", "balance.suspense_released": "payments",
	"balance.payment_reversed": "reversals", "balance.reversal_returned": "reversals",
	"payout.completed": "payouts", "payout.reversed": "returned_payouts",
	"balance.adjusted": "adjustments", "balance.written_off": "adjustments", "balance.write_off_recovered": "adjustments",
	"withholding_slip.approved": "withholding",
}

var orderOfLines = []string{"payments", "reversals", "payouts", "returned_payouts", "adjustments", "withholding", "other"}

func kindOf(eventType string) string { return eventType[:strings.LastIndexByte(eventType, '.')] }

// clientOf returns the client of a balance stream.
func clientOf(stream string) (string, bool) { return strings.CutPrefix(stream, "balance-") }

var kindsOfBalance = []string{"available", "unsettled", "held", "receivable"}

// statement is a client's account in the month, as it is computed.
type statement struct {
	client   string
	balances map[string]decimal.Decimal
	sums     map[string]amounts
	counts   map[string]int64
	rows     []map[string]string
}

// checkStatements compares the statement of each client, and returns the VAT rates of its movements by leaf.
func (f files) checkStatements(r *report, events []decoded, opening accounts) map[int64]string {
	all, rates := map[string]*statement{}, map[int64]string{}
	of := func(client string) *statement {
		s, ok := all[client]
		if !ok {
			s = f.begin(r, client, opening)
			all[client] = s
		}
		return s
	}
	for account, amount := range opening {
		if parts := strings.Split(account, ":"); parts[0] == "client" && !amount.IsZero() {
			of(parts[1])
		}
	}
	for _, e := range events {
		if client, ok := clientOf(e.Stream); ok && len(e.Postings) > 0 {
			of(client).move(r, e, rates)
		}
	}
	for _, client := range slices.Sorted(maps.Keys(all)) {
		all[client].end(r)
	}
	for name := range f {
		if client, ok := strings.CutPrefix(name, "statement-"); ok && all[strings.TrimSuffix(client, ".csv")] == nil {
			r.fail("%s is of a client without money", name)
		}
	}
	return rates
}

func (s *statement) name() string { return "statement-" + s.client + ".csv" }

// next takes the next row.
func (s *statement) next(r *report, kind string) map[string]string {
	if len(s.rows) == 0 {
		r.fail("%s has no row %s", s.name(), kind)
		return map[string]string{}
	}
	row := s.rows[0]
	s.rows = s.rows[1:]
	r.text(s.name()+": the row", row["row"], kind)
	return row
}

func (f files) begin(r *report, client string, opening accounts) *statement {
	s := &statement{client: client, balances: map[string]decimal.Decimal{}, sums: map[string]amounts{}, counts: map[string]int64{}}
	for _, kind := range kindsOfBalance {
		s.balances[kind] = opening["client:"+client+":"+kind]
	}
	s.rows = f.rows(r, s.name())
	s.checkBalances(r, "opening", s.next(r, "opening"))
	return s
}

func (s *statement) checkBalances(r *report, what string, row map[string]string) {
	sum := decimal.Zero
	for _, kind := range kindsOfBalance {
		sum = sum.Add(s.balances[kind])
		r.sum(s.name()+": "+what+": "+kind, row[kind], s.balances[kind])
	}
	r.sum(s.name()+": "+what+": balance", row["balance"], sum)
}

func (s *statement) checkAmounts(r *report, what string, row map[string]string, a amounts) {
	for name, amount := range map[string]decimal.Decimal{"gross": a.gross, "fee": a.fee, "vat": a.vat, "net": a.net} {
		r.sum(s.name()+": "+what+": "+name, row[name], amount)
	}
}

func (s *statement) move(r *report, e decoded, rates map[int64]string) {
	for _, p := range e.Postings {
		if kind, ok := strings.CutPrefix(p.Account, "client:"+s.client+":"); ok {
			s.balances[kind] = s.balances[kind].Add(p.Amount)
		}
	}
	a, line := split(s.client, e.Postings), ""
	if !a.isZero() {
		if line = lineOf[kindOf(e.Type)]; line == "" {
			line = "other"
		}
		s.sums[line] = s.sums[line].plus(a)
		s.counts[line]++
	}
	row, what := s.next(r, "movement"), fmt.Sprintf("leaf %d", e.Leaf)
	r.text(s.name()+": "+what, strings.Join([]string{row["leaf"], row["line"], row["kind"], row["reference"], row["day"]}, " "),
		strings.Join([]string{strconv.FormatInt(e.Leaf, 10), line, kindOf(e.Type), e.Reference, e.day}, " "))
	s.checkAmounts(r, what, row, a)
	s.checkBalances(r, what, row)
	rates[e.Leaf] = row["vat_rate"]
}

func (s *statement) end(r *report) {
	total, count := amounts{}, int64(0)
	for _, line := range orderOfLines {
		if line == "other" && s.counts[line] == 0 {
			continue
		}
		row := s.next(r, "line")
		r.text(s.name()+": the line", row["line"]+" "+row["count"], line+" "+strconv.FormatInt(s.counts[line], 10))
		s.checkAmounts(r, line, row, s.sums[line])
		total, count = total.plus(s.sums[line]), count+s.counts[line]
	}
	row := s.next(r, "total")
	r.text(s.name()+": the number of movements", row["count"], strconv.FormatInt(count, 10))
	s.checkAmounts(r, "total", row, total)
	s.checkBalances(r, "closing", s.next(r, "closing"))
	r.holds(s.name()+" has more rows than movements", len(s.rows) == 0)
}
