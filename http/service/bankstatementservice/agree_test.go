package bankstatementservice_test

import (
	"encoding/base64"
	"slices"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/servicetest"
	"gateway/http/service/treasuryservice"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/bankrows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// byHand is a booking that a person made at the bank, and entered by what it is: of no kind of the treasury.
const byHand = "payout.completed"

// moves are what moves on our bank account, in the order of the bank, by days. What has no amount moves nothing there.
var moves = []struct{ day, kind, amount, reference string }{
	{"2025-11-03", treasury.OwnerIn, "20000000", "MODAL"},
	{"2025-11-03", treasury.BankCharge, "-6500.50", "ADM-1103"},
	{"2025-11-03", treasury.BankInterest, "1234.56", "BUNGA-10"},
	{"2025-11-03", treasury.InterestTax, "-246.91", "PAJAK-10"},
	{"2025-11-04", treasury.ProviderWithdrawal, "900000", "WD-0001"},
	{"2025-11-04", byHand, "-300000", "WITHDRAWAL-1"},
	{"2025-11-04", treasury.ProviderSent, "", "SENT-0001"},
	{"2025-11-04", treasury.TransferBounced, "150000", "RETUR-1"},
	{"2025-11-05", treasury.BounceSettled, "-150000", "ULANG-1"},
	{"2025-11-05", treasury.TransitArrived, "250000", "XENDIT-0001"},
	{"2025-11-05", treasury.TopUp, "-75000", "FLOAT-1"},
	{"2025-11-05", treasury.TaxPayment, "-11", "SSP-0001"},
	{"2025-11-05", treasury.OwnerOut, "-5.01", "DIVIDEN"},
}

// account is our account while its lines come.
type account struct {
	bankstatementservice.Statements
	balance decimal.Decimal
}

// bring imports a file of BCA with the next line of a day, and returns the line.
func (a *account) bring(t *testing.T, day, amount, text string) bankrows.Line {
	t.Helper()
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	moved, direction := rupiah.Of(amount), "CR"
	if moved.IsNegative() {
		direction = "DB"
	}
	a.balance = a.balance.Add(moved)
	content := "Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n" +
		date.Format("02/01/2006") + ",TRSF " + text + ",0000," + moved.Abs().StringFixed(2) + "," + direction + "," + a.balance.StringFixed(2) + "\n"
	brought, err := a.Import(t.Context(), bankstatementservice.File{
		Name: text, Account: "77", Content: base64.StdEncoding.EncodeToString([]byte(content)),
	})
	if err != nil || brought.NewLines != 1 {
		t.Fatal(brought, err)
	}
	lines, _, err := a.Lines(t.Context(), day, bankstatement.StatusUnmatched, readtable.Page{Number: 1, PerPage: 10})
	if err != nil || len(lines) != 1 {
		t.Fatal(lines, err)
	}
	return lines[0]
}

// agree checks that each day agrees, but for the newest one: there the bank lacks what is missing, and has what is unknown.
func (a *account) agree(t *testing.T, missing, unknown decimal.Decimal) {
	t.Helper()
	days, err := a.Days(t.Context(), "2025-11-01", "2025-11-30")
	if err != nil || len(days) == 0 {
		t.Fatal(days, err)
	}
	for i, d := range days {
		want := d
		want.Difference, want.UnmatchedBookings, want.UnmatchedLines = decimal.Zero, decimal.Zero, decimal.Zero
		if i == 0 {
			want.Bank, want.Difference, want.UnmatchedBookings, want.UnmatchedLines = a.balance, unknown.Sub(missing), missing, unknown
		}
		same := d.Bank.Equal(want.Bank) && d.Books.Equal(want.Bank.Sub(want.Difference)) && d.Difference.Equal(want.Difference) &&
			d.UnmatchedBookings.Equal(want.UnmatchedBookings) && d.UnmatchedLines.Equal(want.UnmatchedLines) && d.Missing.IsZero() &&
			d.InTime.IsZero() && d.Before.IsZero() && d.Agrees == (want.UnmatchedBookings.IsZero() && want.UnmatchedLines.IsZero())
		if !same {
			t.Errorf("%s: %+v, want a difference of %s: %s missing at the bank, %s unknown", d.Day, d, want.Difference, missing, unknown)
		}
	}
}

// The lines come one by one. As long as a line is missing, its day differs by its amount, and no other day does. In the end each day
// agrees with the bank to the sen, and so does bank:operating.
func TestTheBooksAgreeWithTheBankToTheRupiahWithAllThatMovesThere(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	a := account{Statements: bankstatementservice.Statements{Core: core, AnyAccount: true}}
	entries := treasuryservice.Entries{Core: core, Rows: core.Queries}
	missing := map[string]decimal.Decimal{}
	for i, m := range moves {
		amount := rupiah.Of("250000")
		if m.amount != "" {
			amount = rupiah.Of(m.amount)
			missing[m.day] = missing[m.day].Add(amount)
		}
		if m.kind == byHand {
			noon, _ := time.Parse(time.RFC3339, m.day+"T12:00:00+07:00")
			servicetest.Append(t, core, "balance-7", balance.PayoutCompleted{
				Order: balance.Order{Kind: balance.Withdrawal, ID: 1, ClientID: 7, Amount: amount.Abs()}, TransferredBy: "Ani", TransferAt: noon,
				Movement: balance.Movement{Reference: m.reference, At: core.Now(), Postings: ledger.Transfer(ledger.BankOperating, ledger.Held(7), amount)},
			})
			continue
		}
		in := treasuryservice.Request{ID: int64(i + 1), Kind: m.kind, Amount: amount.Abs(), ValueDate: m.day, Reference: m.reference}
		if _, err := entries.Enter(t.Context(), in); err != nil {
			t.Fatal(m, err)
		}
	}
	for _, m := range moves {
		if m.amount == "" {
			continue
		}
		line := a.bring(t, m.day, m.amount, m.reference)
		shown, err := a.Line(t.Context(), line.ID)
		if err != nil || len(shown.Proposals) == 0 || !slices.Contains(shown.Proposals[0].Reasons, bankstatementservice.ReasonReference) {
			t.Fatal(m, shown, err)
		}
		if _, err := a.Match(t.Context(), line.ID, bankstatementservice.Match{BookingID: shown.Proposals[0].ID}); err != nil {
			t.Fatal(m, err)
		}
		missing[m.day] = missing[m.day].Sub(rupiah.Of(m.amount))
		a.agree(t, missing[m.day], decimal.Zero)
	}
	line := a.bring(t, "2025-11-05", "-6500", "BIAYA KLIRING") // without a booking
	a.agree(t, decimal.Zero, rupiah.Of("-6500"))
	booked := treasuryservice.Request{ID: 99, Kind: treasury.BankCharge, Amount: rupiah.Of("6500"), ValueDate: "2025-11-05", Reference: line.ID}
	if _, err := entries.Enter(t.Context(), booked); err != nil {
		t.Fatal(err)
	}
	a.agree(t, decimal.Zero, decimal.Zero)
	trial, err := books.NewReader(core.Log, core.Queries).SummedTrialBalance(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for _, account := range trial.Accounts {
		if account.Account == ledger.BankOperating && !account.Balance.Neg().Equal(a.balance) {
			t.Errorf("bank:operating is %s, and the bank has %s", account.Balance, a.balance)
		}
	}
}
