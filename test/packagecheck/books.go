package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// data is what the check reads of an event's data.
type data struct {
	Reference  string           `json:"reference"`
	Kind       string           `json:"kind"`
	PayoutID   json.RawMessage  `json:"id"`
	ClientID   int64            `json:"client_id"`
	SuspenseID int64            `json:"suspense_id"`
	ReversalID string           `json:"reversal_id"`
	VATRate    *decimal.Decimal `json:"vat_rate"`
	Postings   []posting        `json:"postings"`
}

type posting struct {
	Account string          `json:"account"`
	Amount  decimal.Decimal `json:"amount"`
}

// month is month.json.
type month struct {
	Month        string
	TimeZone     string `json:"time_zone"`
	From, Until  time.Time
	EventsBefore int64 `json:"events_before"`
	Events       int64
	Hash         string
	TrialBalance []struct {
		Account                         string
		Opening, Debit, Credit, Closing decimal.Decimal
	} `json:"trial_balance"`
	Formula struct {
		Rate, Part, Of decimal.Decimal
		TaxedCode      string `json:"taxed_code"`
		ExemptCode     string `json:"exempt_code"`
	} `json:"vat_formula"`
}

// accounts are balances by account.
type accounts map[string]decimal.Decimal

func (a accounts) add(account string, amount decimal.Decimal) { a[account] = a[account].Add(amount) }

// turnover is what moved on an account.
type turnover struct{ debit, credit decimal.Decimal }

func (t turnover) plus(amount decimal.Decimal) turnover {
	if amount.IsNegative() {
		return turnover{t.debit.Sub(amount), t.credit}
	}
	return turnover{t.debit, t.credit.Add(amount)}
}

// ofAll sums the accounts of all clients under one name.
func ofAll(account string) string {
	if parts := strings.SplitN(account, ":", 3); parts[0] == "client" && len(parts) == 3 {
		return "client:*:" + parts[2]
	}
	return account
}

// decoded is an event with its data and the day on which it was booked.
type decoded struct {
	event
	*data
	day string
}

// check checks an archive, with a key that the reader knows, or an empty one.
func check(archive []byte, key string) *report {
	r := &report{}
	f, err := unpack(archive)
	if err != nil {
		r.fail("the archive can't be read: %v", err)
		return r
	}
	f.checkManifest(r)
	n, ok := f.checkSignatures(r, key)
	if !ok {
		return r
	}
	var m month
	if err := json.Unmarshal(f["month.json"], &m); err != nil {
		r.fail("month.json: %v", err)
		return r
	}
	zone, err := time.LoadLocation(m.TimeZone)
	if err != nil {
		r.fail("the time zone: %v", err)
		return r
	}
	events := decode(r, f.checkTree(r, n), zone)
	opening := f.balances(r, "trial_balance_opening.csv")
	f.checkTrialBalance(r, m, events, opening)
	f.checkJournal(r, events)
	f.checkDays(r, m, zone, events, opening)
	statements := f.checkStatements(r, events, opening)
	f.checkTax(r, m, events, statements)
	f.checkReports(r)
	return r
}

func decode(r *report, events []event, zone *time.Location) []decoded {
	latest := time.Time{}
	all := make([]decoded, 0, len(events))
	for _, e := range events {
		d := decoded{event: e, data: &data{}}
		at, err := time.Parse(time.RFC3339Nano, e.BookedAt)
		if err == nil && e.Hash == "" {
			err = json.Unmarshal([]byte(e.Data), d.data)
		}
		if err != nil {
			r.fail("leaf %d: %v", e.Leaf, err)
		}
		if at.After(latest) {
			latest = at
		}
		d.day = latest.In(zone).Format(time.DateOnly)
		if !posts(e.Stream) {
			d.Postings = nil
		}
		for i, p := range d.Postings {
			if name := presentNames[p.Account]; name != "" {
				d.Postings[i].Account = name
			}
		}
		all = append(all, d)
	}
	return all
}

// presentNames are the names of accounts that old events call otherwise, as the README of the archive says.
var presentNames = map[string]string{
	"provider:clearing": "provider:xendit:clearing", "bank:payouts": "provider:xendit:payouts",
}

// posts reports whether the events of a stream belong to the ledger.
func posts(stream string) bool {
	category, _, _ := strings.Cut(stream, "-")
	return slices.Contains([]string{"balance", "treasury", "provider_fee", "fee_invoice"}, category)
}

func (f files) balances(r *report, name string) accounts {
	all := accounts{}
	for _, row := range f.rows(r, name) {
		amount, err := decimal.NewFromString(row["balance"])
		if err != nil {
			r.fail("%s: %v", name, err)
		}
		all[row["account"]] = amount
	}
	return all
}

// checkTrialBalance computes the trial balance, in all places where it stands, and the hash of the closing.
func (f files) checkTrialBalance(r *report, m month, events []decoded, opening accounts) {
	kinds, moved, closing := accounts{}, map[string]turnover{}, maps.Clone(opening)
	for account, amount := range opening {
		kinds.add(ofAll(account), amount)
	}
	for _, e := range events {
		sum := decimal.Zero
		for _, p := range e.Postings {
			moved[ofAll(p.Account)] = moved[ofAll(p.Account)].plus(p.Amount)
			closing.add(p.Account, p.Amount)
			sum = sum.Add(p.Amount)
		}
		if len(e.Postings) > 0 {
			r.sum(fmt.Sprintf("the sum of the postings of leaf %d", e.Leaf), "0.00", sum)
		}
	}
	for account := range moved {
		kinds.add(account, decimal.Zero)
	}
	text := fmt.Sprintf("gateway-period/v1\n%s %s %d %d\n", m.Month, m.TimeZone, m.EventsBefore, m.Events)
	lines, said := f.rows(r, "trial_balance.csv"), m.TrialBalance
	for _, account := range slices.Sorted(maps.Keys(kinds)) {
		t := moved[account]
		if kinds[account].IsZero() && t.debit.IsZero() && t.credit.IsZero() {
			continue
		}
		end := kinds[account].Sub(t.debit).Add(t.credit)
		figures := []decimal.Decimal{kinds[account], t.debit, t.credit, end}
		if len(lines) == 0 || len(said) == 0 {
			r.fail("the trial balance has no line for %s", account)
			continue
		}
		r.text("trial_balance.csv: the account", lines[0]["account"], account)
		r.text("month.json: the account", said[0].Account, account)
		text += account
		for i, name := range []string{"opening", "debit", "credit", "closing"} {
			r.sum("trial_balance.csv: "+account+": "+name, lines[0][name], figures[i])
			r.sum("month.json: "+account+": "+name,
				[]decimal.Decimal{said[0].Opening, said[0].Debit, said[0].Credit, said[0].Closing}[i].StringFixed(2), figures[i])
			text += " " + figures[i].StringFixed(2)
		}
		text += "\n"
		lines, said = lines[1:], said[1:]
	}
	r.holds("the trial balance has more lines than accounts", len(lines) == 0 && len(said) == 0)
	sum := sha256.Sum256([]byte(text))
	r.text("the hash of the closing", m.Hash, hex.EncodeToString(sum[:]))
	f.checkClosingBalances(r, closing)
}

func (f files) checkClosingBalances(r *report, computed accounts) {
	said := f.balances(r, "trial_balance_closing.csv")
	for account, amount := range computed {
		r.sum("trial_balance_closing.csv: "+account, said[account].StringFixed(2), amount)
	}
	for account := range said {
		if _, ok := computed[account]; !ok {
			r.fail("trial_balance_closing.csv has %s, which no event moved", account)
		}
	}
}

// checkJournal compares each posting.
func (f files) checkJournal(r *report, events []decoded) {
	rows, n := f.rows(r, "journal.csv"), 0
	for _, e := range events {
		for _, p := range e.Postings {
			if n == len(rows) {
				r.fail("journal.csv ends before leaf %d", e.Leaf)
				return
			}
			row := rows[n]
			n++
			t := turnover{}.plus(p.Amount)
			what := fmt.Sprintf("journal.csv: leaf %d: %s", e.Leaf, p.Account)
			r.text(what+": its place", row["leaf"]+" "+row["account"]+" "+row["day"], strconv.FormatInt(e.Leaf, 10)+" "+p.Account+" "+e.day)
			if t.debit.IsZero() {
				r.sum(what+": credit", row["credit"], t.credit)
			} else {
				r.sum(what+": debit", row["debit"], t.debit)
			}
		}
	}
	r.holds("journal.csv has more lines than postings", n == len(rows))
}

// checkDays compares the general ledger and the safeguarding of each day.
func (f files) checkDays(r *report, m month, zone *time.Location, events []decoded, opening accounts) {
	ledger, safe := f.rows(r, "general_ledger.csv"), f.rows(r, "safeguarding.csv")
	balances := accounts{}
	for account, amount := range opening {
		balances.add(ofAll(account), amount)
	}
	for at := m.From.In(zone); at.Before(m.Until); at = time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, zone) {
		day := at.Format(time.DateOnly)
		moved := map[string]turnover{}
		for _, e := range events {
			for _, p := range e.Postings {
				if e.day == day {
					moved[ofAll(p.Account)] = moved[ofAll(p.Account)].plus(p.Amount)
					balances.add(ofAll(p.Account), decimal.Zero)
				}
			}
		}
		for _, account := range slices.Sorted(maps.Keys(balances)) {
			t, before := moved[account], balances[account]
			balances[account] = before.Sub(t.debit).Add(t.credit)
			if before.IsZero() && t.debit.IsZero() && t.credit.IsZero() {
				continue
			}
			if len(ledger) == 0 {
				r.fail("general_ledger.csv ends before %s of %s", account, day)
				continue
			}
			what := "general_ledger.csv: " + day + " " + account
			r.text(what, ledger[0]["day"]+" "+ledger[0]["account"], day+" "+account)
			for name, amount := range map[string]decimal.Decimal{"opening": before, "debit": t.debit, "credit": t.credit, "closing": balances[account]} {
				r.sum(what+": "+name, ledger[0][name], amount)
			}
			ledger = ledger[1:]
		}
		safe = checkDay(r, day, balances, safe)
	}
	r.holds("general_ledger.csv has more lines than days and accounts", len(ledger) == 0)
	r.holds("safeguarding.csv has more lines than days and accounts", len(safe) == 0)
}

// checkDay compares the safeguarding of a day, and returns the rows after it.
func checkDay(r *report, day string, balances accounts, rows []map[string]string) []map[string]string {
	own, owed := decimal.Zero, decimal.Zero
	for _, side := range []string{"own", "owed"} {
		for _, account := range slices.Sorted(maps.Keys(balances)) {
			amount := balances[account]
			if sideOf(account) != side || amount.IsZero() {
				continue
			}
			if side == "own" {
				amount = amount.Neg()
				own = own.Add(amount)
			} else {
				owed = owed.Add(amount)
			}
			if len(rows) == 0 {
				r.fail("safeguarding.csv ends before %s of %s", account, day)
				continue
			}
			r.sum("safeguarding.csv: "+day+" "+account, rows[0]["amount"], amount)
			r.text("safeguarding.csv: "+day+" "+account+": its place", rows[0]["day"]+" "+rows[0]["side"]+" "+rows[0]["account"], day+" "+side+" "+account)
			rows = rows[1:]
		}
	}
	if len(rows) == 0 {
		r.fail("safeguarding.csv ends before %s", day)
		return nil
	}
	short := decimal.Zero
	if own.LessThan(owed) {
		short = owed.Sub(own)
	}
	for name, amount := range map[string]decimal.Decimal{"own": own, "owed": owed, "difference": own.Sub(owed), "short": short} {
		r.sum("safeguarding.csv: "+day+": "+name, rows[0][name], amount)
	}
	r.text("safeguarding.csv: "+day+": covered", rows[0]["covered"], strconv.FormatBool(short.IsZero()))
	return rows[1:]
}

// sideOf returns own for money that the gateway holds, owed for what it owes to clients and payers, else nothing.
func sideOf(account string) string {
	parts := strings.Split(account, ":")
	switch {
	case account == "bank:operating", parts[0] == "provider" && len(parts) == 3, parts[0] == "bank" && len(parts) == 3 && parts[2] == "transit":
		return "own"
	case slices.Contains([]string{"client:*:available", "client:*:unsettled", "client:*:held", "suspense"}, account):
		return "owed"
	}
	return ""
}
