package bookreactor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/settlementfile"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
	"gateway/test/rupiah"

	"golang.org/x/sync/errgroup"
)

const doku = "doku-1"

// fileFixture is a log with payments at the connection doku-1, whose company may be asked.
type fileFixture struct {
	*reactortest.LogFixture
	company *reactortest.Books
}

func newFileFixture(t *testing.T) fileFixture {
	t.Helper()
	return fileFixture{reactortest.NewLogFixture(t), &reactortest.Books{}}
}

// request writes a payment that waits for its money.
func (f fileFixture) request(id string) {
	f.T.Helper()
	i := reactortest.Identity(1, id)
	i.Connection = doku
	f.Request(i)
}

// pay writes a payment, takes in its notification, and estimates its fee at Rp 4,000 and VAT.
func (f fileFixture) pay(id string) {
	f.T.Helper()
	f.request(id)
	r := reactortest.PaidReport(id, "P-"+id, 100_000)
	r.Connection, r.PaidAt = doku, f.Clock.Now()
	f.Take(r)
	cmd := treasury.EstimateCmd{
		Connection: doku, Kind: report.BookedPayment, Reference: id, ProviderPaymentID: "P-" + id, Amount: rupiah.Of(100_000),
		Cost: treasury.Cost{Flat: rupiah.Of(4_000), VAT: rupiah.Of(11)}, At: f.Clock.Now(),
	}
	_, err := eventstore.Execute(f.T.Context(), f.Log, treasury.Fees, cmd.Stream(),
		func(s treasury.Fee) ([]domain.Event, error) { return treasury.Estimate(s, cmd), nil })
	f.Must(err)
}

// row is the row of a payment that was settled, for a fee of Rp 3,500 and VAT.
func (f fileFixture) row(line int, id string) settlementfile.ReadRow {
	return settlementfile.ReadRow{Line: line, Row: settlementfile.Row{
		Connection: doku, ID: "S-" + id, Kind: settlementfile.Payment, Reference: id, ProviderID: "P-" + id, ChannelCode: "BCA",
		Amount: rupiah.Of(100_000), Fee: rupiah.Of(3_500), VAT: rupiah.Of(385), BookedAt: f.Clock.Now(), SettledAt: f.Clock.Now(),
	}}
}

func (f fileFixture) take(rows ...settlementfile.ReadRow) FileResult {
	f.T.Helper()
	result, err := f.importer().Take(f.T.Context(), rows, func(int) {})
	f.Must(err)
	return result
}

func (f fileFixture) importer() FileImport {
	return FileImport{
		Reports: f.Reports, Provider: f.company, Days: calendar.In(time.UTC),
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
}

// has checks how many rows were new, known and left out, and the begin of the reasons.
func (f fileFixture) has(r FileResult, isNew, known int, reasons ...string) {
	f.T.Helper()
	if r.New != isNew || r.Known != known || len(r.Left) != len(reasons) {
		f.T.Fatalf("new %d, known %d, left %v; want %d, %d, %v", r.New, r.Known, r.Left, isNew, known, reasons)
	}
	for i, reason := range reasons {
		if got := fmt.Sprintf("line %d: %s", r.Left[i].Line, r.Left[i].Text); !strings.HasPrefix(got, reason) {
			f.T.Errorf("left: %q, want %q", got, reason)
		}
	}
}

// costs checks what the fees of the payment cost in the ledger, by all events of all streams of fees.
func (f fileFixture) costs(want int64) {
	f.T.Helper()
	sum := rupiah.Of(0)
	for after := (eventstore.Position{}); ; {
		page, err := f.Store.ReadAll(f.T.Context(), after, 1_000)
		f.Must(err)
		if len(page) == 0 {
			break
		}
		after = page[len(page)-1].Position
		for _, r := range page {
			if !strings.HasPrefix(r.Type, "provider_fee.") {
				continue
			}
			e, err := f.Log.Decode(r)
			f.Must(err)
			for _, p := range e.Event.(interface{ Posted() []ledger.Posting }).Posted() {
				if p.Account == ledger.CostProvider || p.Account == ledger.CostEstimates {
					sum = sum.Sub(p.Amount)
				}
			}
		}
	}
	if !sum.Equal(rupiah.Of(want)) {
		f.T.Errorf("the fees cost %s, want %d", sum, want)
	}
}

func (f fileFixture) hasStatus(id, want string) {
	f.T.Helper()
	if got := f.Payment(id).Status; got != want {
		f.T.Errorf("%s is %s, want %s", id, got, want)
	}
}

func TestARowSettlesItsPaymentAndTruesItsFeeUpOnce(t *testing.T) {
	t.Parallel()
	f := newFileFixture(t)
	f.pay("INV-1-1700000000000000001")
	f.costs(4_440)
	r := f.take(f.row(2, "INV-1-1700000000000000001"))
	f.has(r, 1, 0)
	if !r.Gross.Equal(rupiah.Of(100_000)) || !r.Fees.Equal(rupiah.Of(3_885)) || !r.Net.Equal(rupiah.Of(96_115)) {
		t.Errorf("sums: %+v", r)
	}
	f.hasStatus("INV-1-1700000000000000001", payment.StatusSettled)
	f.costs(3_885)
	head, err := f.Store.Head(t.Context())
	f.Must(err)
	f.has(f.take(f.row(2, "INV-1-1700000000000000001")), 0, 1)
	changed := f.row(2, "INV-1-1700000000000000001")
	changed.Fee = rupiah.Of(3_600)
	f.has(f.take(changed), 0, 0, "line 2: a row of this id with other content was taken in at")
	other := changed
	other.ID = "S-other"
	f.has(f.take(other), 0, 0, "line 2: the fee was booked by S-INV-1-1700000000000000001: Rp 3500.00")
	if again, err := f.Store.Head(t.Context()); err != nil || again != head {
		t.Errorf("the log grew from %v to %v (%v)", head, again, err)
	}
	f.costs(3_885)
}

func TestRowsAboutWhatTheLogLacksAreToldAndMayBeCorrected(t *testing.T) {
	t.Parallel()
	f := newFileFixture(t)
	f.pay("INV-1-1700000000000000001")
	f.pay("INV-1-1700000000000000002")
	foreign, unknown, amount := f.row(2, "order-7"), f.row(3, "INV-1-1700000000000000077"), f.row(4, "INV-1-1700000000000000001")
	amount.Amount = rupiah.Of(90_000)
	payout := f.row(5, "withdrawal-1-9-12345678")
	payout.Kind = settlementfile.Payout
	wrongPayout := payout
	wrongPayout.Line, wrongPayout.ID, wrongPayout.Reference = 6, "S-wrong", "INV-1-1700000000000000001"
	nameless := f.row(7, "INV-1-1700000000000000002")
	nameless.ProviderID = ""
	f.has(f.take(foreign, unknown, amount, payout, wrongPayout, nameless), 1, 0,
		"line 2: order-7 is not one of our references", "line 3: the log has no payment INV-1-1700000000000000077",
		"line 4: Rp 100000.00 was paid, not Rp 90000.00", "line 5: the log has no payout withdrawal-1-9-12345678",
		"line 6: INV-1-1700000000000000001 is not one of our references")
	f.hasStatus("INV-1-1700000000000000001", payment.StatusPaid)
	f.hasStatus("INV-1-1700000000000000002", payment.StatusSettled) // by its amount
	f.costs(4_440 + 3_885)
	amount.Amount = rupiah.Of(100_000)
	f.has(f.take(amount), 1, 0)
	f.hasStatus("INV-1-1700000000000000001", payment.StatusSettled)
	f.costs(2 * 3_885)
}

func TestAFileSettlesNoMoneyOfAnotherConnection(t *testing.T) {
	t.Parallel()
	f := newFileFixture(t)
	const id = "INV-1-1700000000000000001"
	f.pay(id)
	named, nameless := f.row(2, id), f.row(3, id)
	named.Connection, nameless.Connection, nameless.ProviderID, nameless.ID = "dana-1", "dana-1", "", "S-nameless"
	f.has(f.take(named), 0, 0, "line 2: the money P-"+id+" was received at another connection")
	f.has(f.take(nameless), 0, 0, "line 3: the money is not here, and the provider does not confirm it")
	refund := named
	refund.Line, refund.Kind, refund.SettledAt = 4, settlementfile.Refund, time.Time{}
	f.has(f.take(refund), 0, 0, "line 4: there is no such payment")
	f.hasStatus(id, payment.StatusPaid)
	f.costs(4_440)
}

func TestMoneyThatIsNotHereIsTakenInOnlyIfTheCompanyConfirmsIt(t *testing.T) {
	t.Parallel()
	f := newFileFixture(t)
	f.request("INV-1-1700000000000000001")
	f.has(f.take(f.row(2, "INV-1-1700000000000000001")), 0, 0, "line 2: the money is not here, and the provider does not confirm it")
	f.hasStatus("INV-1-1700000000000000001", payment.StatusPending)
	unreachable := f.importer()
	unreachable.Provider = failing{}
	r, err := unreachable.Take(t.Context(), []settlementfile.ReadRow{f.row(2, "INV-1-1700000000000000001")}, func(int) {})
	f.Must(err)
	f.has(r, 0, 0, "line 2: the provider can't be asked: no route")
	f.company.Pays = true
	found := f.row(2, "INV-1-1700000000000000001")
	found.ChannelCode = ""
	f.has(f.take(found), 1, 0)
	if got := f.Payment("INV-1-1700000000000000001").Receipt.PaymentChannel; got != "BCA" {
		t.Errorf("paid by %q", got)
	}
	f.hasStatus("INV-1-1700000000000000001", payment.StatusSettled)
	f.costs(3_885)
	if !f.Alarmed("its notification did not come") {
		t.Error("nobody is told of the lost notification")
	}
	second := f.row(3, "INV-1-1700000000000000001") // more money for the same payment, which the company confirms
	second.ID, second.ProviderID, second.Fee, second.VAT = "S-second", "P-second", rupiah.Of(0), rupiah.Of(0)
	f.has(f.take(found, second), 1, 1)
	if s := f.Payment("INV-1-1700000000000000001"); len(s.Suspense) != 1 {
		t.Errorf("%d in suspense", len(s.Suspense))
	}
	f.costs(3_885)
}

type failing struct{}

func (failing) FindReceipt(context.Context, report.Payment) (report.Payment, error) {
	return report.Payment{}, errors.New("no route")
}

func TestWhatWasTakenBackIsTakenInFromAFile(t *testing.T) {
	t.Parallel()
	f := newFileFixture(t)
	f.pay("INV-1-1700000000000000001")
	f.pay("INV-1-1700000000000000002")
	refund, void := f.row(3, "INV-1-1700000000000000001"), f.row(4, "INV-1-1700000000000000002")
	refund.ID, refund.Kind, refund.ProviderID, refund.Amount = "S-refund", settlementfile.Refund, "R-1", rupiah.Of(40_000)
	refund.SettledAt, refund.Fee, refund.VAT = time.Time{}, rupiah.Of(1_000), rupiah.Of(110)
	void.ID, void.Kind, void.SettledAt, void.Fee, void.VAT = "S-void", settlementfile.Void, time.Time{}, rupiah.Of(0), rupiah.Of(0)
	for range 2 {
		f.take(f.row(2, "INV-1-1700000000000000001"), refund, void)
	}
	if s := f.Payment("INV-1-1700000000000000001"); len(s.Reversals) != 1 {
		t.Errorf("INV-1-1700000000000000001: %+v", s.Reversals)
	}
	if s := f.Payment("INV-1-1700000000000000002"); len(s.Reversals) != 1 {
		t.Errorf("INV-1-1700000000000000002: %+v", s.Reversals)
	}
	f.costs(3_885 + 1_110)
}

func TestOurOwnMoneyIsToldUntilItIsEntered(t *testing.T) {
	t.Parallel()
	f := newFileFixture(t)
	row := settlementfile.ReadRow{Line: 2, Row: settlementfile.Row{
		Connection: doku, ID: "S1", Kind: settlementfile.TopUp, Reference: "BCA 117", Amount: rupiah.Of(500), Fee: rupiah.Of(5), BookedAt: f.Clock.Now(),
	}}
	for i := range 2 {
		r := f.take(row)
		f.has(r, 1-i, i)
		if len(r.ToEnter) != 1 || !strings.HasPrefix(r.ToEnter[0].Text, "topup of Rp 500.00: enter it under the reference BCA 117") {
			t.Errorf("to enter: %v", r.ToEnter)
		}
	}
	f.costs(5)
	f.Append(treasury.Stream("BCA 117"), treasury.Entered{ID: 1, Kind: treasury.TopUp, Reference: "BCA 117", Amount: rupiah.Of(500)})
	if r := f.take(row); len(r.ToEnter) > 0 {
		t.Errorf("entered, and still to enter: %v", r.ToEnter)
	}
}

// Imports that are killed at every row, and several at once, end as one import does.
func TestAnImportMayBeKilledAndRunTwiceAtOnce(t *testing.T) {
	t.Parallel()
	f := newFileFixture(t)
	var rows []settlementfile.ReadRow
	for n := range 8 {
		id := fmt.Sprint("INV-1-", 1_700_000_000_000_000_000+n)
		f.pay(id)
		rows = append(rows, f.row(n+2, id))
	}
	killed := errors.New("killed")
	for n := range 4 {
		ctx, kill := context.WithCancelCause(t.Context())
		_, err := f.importer().Take(ctx, rows, func(done int) {
			if done == n {
				kill(killed)
			}
		})
		kill(nil)
		if n > 0 && err == nil {
			t.Error("it went on")
		}
	}
	var both errgroup.Group
	for range 3 {
		both.Go(func() error {
			r, err := f.importer().Take(t.Context(), rows, func(int) {})
			if err == nil && (len(r.Left) > 0 || r.New+r.Known != len(rows)) {
				err = fmt.Errorf("%+v", r)
			}
			return err
		})
	}
	f.Must(both.Wait())
	f.has(f.take(rows...), 0, len(rows))
	f.costs(8 * 3_885)
	for _, row := range rows {
		f.hasStatus(row.Reference, payment.StatusSettled)
		if names := f.Events(row.Stream()); len(names) != 1 {
			t.Errorf("%s: %v", row.ID, names)
		}
	}
}
