package bookreactor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/settlementfile"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"

	"github.com/shopspring/decimal"
)

// FileImport takes in the rows of a settlement file as if the provider had listed them. Each step looks in the log for
// what was done before, and a row is recorded (settlementfile.Taken) after all of it. So an import that was killed is
// made again, two at once do no harm, and a row that is left out is not recorded: it may be corrected. What a file says
// of money that the log lacks is never believed by itself: the provider is asked.
type FileImport struct {
	Reports *reportreactor.Reports
	// Provider is asked about money that the log lacks.
	Provider reportreactor.ReceiptFinder
	// Rate is the most calls to the provider in a minute; 30 when zero.
	Rate int
	Days calendar.Calendar
	// Sleep waits, or returns the context's error. Nil uses the system's clock.
	Sleep func(ctx context.Context, d time.Duration) error
}

// FileResult is what became of the rows of a file. Amounts are in rupiah, those of the rows that were taken in, now or
// before.
type FileResult struct {
	New, Known int
	// Left are the rows that were not taken in, with the reason. The same file may be imported again.
	Left []RowNote
	// ToEnter are rows about our own money that no administrator has entered under their reference.
	ToEnter []RowNote
	// Gross is what customers paid, Fees the fees with their VAT, Net by how much all rows change our money there.
	Gross, Fees, Net decimal.Decimal
}

// RowNote is something to be said about a row.
type RowNote struct {
	Line int
	ID   string
	Text string
}

// errNotAsked means that the provider could not be asked.
var errNotAsked = errors.New("the provider can't be asked")

// Take takes in the rows of one file, in their order. progress is called after each row, with the number of rows. An
// error is one of the store: some rows may be taken in, and the import is to be made again.
func (f FileImport) Take(ctx context.Context, rows []settlementfile.ReadRow, progress func(done int)) (FileResult, error) {
	run := f.begin(rows)
	for i, row := range rows {
		if err := run.take(ctx, row); err != nil {
			return run.result, fmt.Errorf("line %d: %w", row.Line, err)
		}
		progress(i + 1)
	}
	return run.result, nil
}

// fileRun is one import.
type fileRun struct {
	FileImport
	payments  *bookedPayments
	consumers []BookingConsumer
	fees      ProviderFees
	rows      fileBooks
	result    FileResult
}

func (f FileImport) begin(rows []settlementfile.ReadRow) *fileRun {
	books := make(fileBooks)
	for _, r := range rows {
		books[r.Reference] = append(books[r.Reference], r.Booking())
	}
	sleep, limit := f.Sleep, f.Rate
	if sleep == nil {
		sleep = reactor.SleepFor
	}
	if limit == 0 {
		limit = 30
	}
	asked := askedProvider{f.Provider, &reactor.CallRate{Limit: limit, Sleep: sleep, Now: f.Reports.Now}}
	return &fileRun{
		FileImport: f, rows: books, consumers: []BookingConsumer{f.Reports, BookedPayouts{Reports: f.Reports}},
		fees: ProviderFees{Log: f.Reports.Log, Now: f.Reports.Now},
		payments: &bookedPayments{
			reports: f.Reports, lister: books, provider: asked, rate: &reactor.CallRate{Limit: noLimit, Sleep: sleep, Now: f.Reports.Now},
			logger: f.Reports.Logger, days: f.Days, confirms: true, lookUps: make(map[string]int), alarmed: make(map[string]bool),
		},
	}
}

// noLimit is a rate for what calls no provider: the rows of the file itself.
const noLimit = 1 << 30

// take takes in one row, and notes it in the result.
func (r *fileRun) take(ctx context.Context, row settlementfile.ReadRow) error {
	s, _, err := eventstore.Load(ctx, r.Reports.Log, settlementfile.Rows, row.Stream())
	if err != nil {
		return err
	}
	known, err := s.Known(row.Row)
	if !known && err == nil {
		err = r.takeNew(ctx, row)
	}
	if reason, left := reasonToLeave(err); left {
		r.result.Left = append(r.result.Left, RowNote{row.Line, row.ID, reason})
		return nil
	}
	if err != nil {
		return err
	}
	r.count(row, known)
	if row.IsOwnMoney() {
		return r.noteOwnMoney(ctx, row)
	}
	return nil
}

// reasonToLeave returns why a row is left out, or false for no error and for an error of the store.
func reasonToLeave(err error) (string, bool) {
	if refusal, ok := errors.AsType[*domain.Refusal](err); ok {
		return refusal.Message, true
	}
	for _, reason := range []error{errNotConfirmed, errMoneyUnknown, errNotAsked, ErrBookingLater} {
		if errors.Is(err, reason) {
			return err.Error(), true
		}
	}
	return "", false
}

func (r *fileRun) takeNew(ctx context.Context, row settlementfile.ReadRow) error {
	b := row.Booking()
	if err := r.check(ctx, row, &b); err != nil {
		return err
	}
	keep := func(_ report.Booking, err error) error { return err }
	if err := takeBooking(ctx, r.payments, r.consumers, b, true, keep); err != nil {
		return err
	}
	if err := r.takeFee(ctx, row, b); err != nil {
		return err
	}
	_, err := eventstore.Execute(ctx, r.Reports.Log, settlementfile.Rows, row.Stream(),
		func(s settlementfile.State) ([]domain.Event, error) {
			return settlementfile.Take(s, row.Row, r.Reports.Now())
		})
	return err
}

func leave(format string, args ...any) error {
	return domain.Refuse(domain.Invalid, "row_left_out", format, args...)
}

// check refuses rows about what the log does not have, or has with another amount. It adds the channel, which a file may
// leave out.
func (r *fileRun) check(ctx context.Context, row settlementfile.ReadRow, b *report.Booking) error {
	kind, clientID, id, isPayout := balance.ParseReference(b.Reference)
	transactionID, refundID, _, isRefund := payment.ParseRefundKey(b.Reference)
	switch {
	case row.IsOwnMoney():
		return nil
	case b.Kind == report.BookedPayout && isRefund:
		s, _, err := eventstore.Load(ctx, r.Reports.Log, payment.Aggregate, payment.Stream(transactionID))
		if _, known := s.Refund(refundID); err == nil && !known {
			return leave("the log has no refund %s: is it an older log?", b.Reference)
		}
		return err
	case b.Kind == report.BookedPayout && !isPayout, b.Kind != report.BookedPayout && !payment.IsTransactionID(b.Reference):
		return leave("%s is not one of our references: money of another program, or a wrong reference", b.Reference)
	case b.Kind == report.BookedPayout:
		known, err := r.Reports.KnowsPayout(ctx, clientID, kind, id)
		if err == nil && !known {
			return leave("the log has no payout %s: is it an older log?", b.Reference)
		}
		return err
	}
	s, _, err := eventstore.Load(ctx, r.Reports.Log, payment.Aggregate, payment.Stream(b.Reference))
	switch {
	case err != nil:
		return err
	case !s.Exists():
		return leave("the log has no payment %s: is it an older log?", b.Reference)
	case b.Kind != report.BookedPayment:
		return s.CheckReverser(b.Connection)
	}
	b.ChannelCode = cmp.Or(b.ChannelCode, s.QuotedCode)
	paymentID, known := s.ReceiptOf(b.ProductID)
	if !known {
		return nil // its amount tells which money it is, or the provider is asked
	}
	here := s.ReceiptsAt(b.Connection)
	at := slices.IndexFunc(here, func(r payment.Receipt) bool { return r.ProviderPaymentID == paymentID })
	switch {
	case at < 0:
		return leave("the money %s was received at another connection", b.ProductID)
	case row.Kind == settlementfile.Payment && !here[at].PaidAmount.Equal(b.Amount):
		return leave("Rp %s was paid, not Rp %s", here[at].PaidAmount.StringFixed(2), b.Amount.StringFixed(2))
	}
	return nil
}

// takeFee books the fee of the row, and ends its estimate.
func (r *fileRun) takeFee(ctx context.Context, row settlementfile.ReadRow, b report.Booking) error {
	if !row.HasEstimate() {
		return r.fees.TakeBooking(ctx, b)
	}
	paymentID := ""
	if b.Kind == report.BookedPayment {
		var err error
		if paymentID, err = r.receiptOf(ctx, b); err != nil {
			return err
		}
	}
	stream := treasury.EstimatedFeeStream(b.Connection, b.Kind, b.Reference, paymentID)
	_, err := eventstore.Execute(reportreactor.WithProviderAsActor(ctx), r.Reports.Log, treasury.Fees, stream,
		func(s treasury.Fee) ([]domain.Event, error) { return treasury.BookEstimated(s, b, r.Reports.Now()) })
	return err
}

// receiptOf returns the id under which the log has the money of the booking, which was taken in.
func (r *fileRun) receiptOf(ctx context.Context, b report.Booking) (string, error) {
	s, _, err := eventstore.Load(ctx, r.Reports.Log, payment.Aggregate, payment.Stream(b.Reference))
	if err != nil {
		return "", err
	}
	if id, known := s.ReceiptOf(b.ProductID); known {
		return id, nil
	}
	listed, _ := r.rows.BookingPage(ctx, report.BookingQuery{Kinds: []report.BookingKind{b.Kind}, Reference: b.Reference})
	if id := pairWithReceipts(s, s.ReceiptsAt(b.Connection), listed.Bookings)[b.ID]; id != "" {
		return id, nil
	}
	return "", leave("the payment %s has no such money here", b.Reference)
}

func (r *fileRun) count(row settlementfile.ReadRow, known bool) {
	if known {
		r.result.Known++
	} else {
		r.result.New++
	}
	if row.Kind == settlementfile.Payment {
		r.result.Gross = r.result.Gross.Add(row.Amount)
	}
	r.result.Fees = r.result.Fees.Add(row.Fee).Add(row.VAT)
	r.result.Net = r.result.Net.Add(row.Net())
}

// noteOwnMoney notes a row about our own money that no administrator has entered. It is booked by the entry.
func (r *fileRun) noteOwnMoney(ctx context.Context, row settlementfile.ReadRow) error {
	s, _, err := eventstore.Load(ctx, r.Reports.Log, treasury.Entries, treasury.Stream(row.Reference))
	if err != nil || s.ID != 0 {
		return err
	}
	r.result.ToEnter = append(r.result.ToEnter, RowNote{row.Line, row.ID, fmt.Sprintf(
		"%s of Rp %s: enter it under the reference %s (POST /api/v2/admin/treasury)", row.Kind, row.Amount.StringFixed(2), row.Reference)})
	return nil
}

// fileBooks are the bookings of a file, by reference. They answer as a provider that lists them.
type fileBooks map[string][]report.Booking

// BookingPage implements reportreactor.BookingLister. It returns all bookings of a reference and of the kinds.
func (f fileBooks) BookingPage(_ context.Context, q report.BookingQuery) (p report.BookingPage, err error) {
	for _, b := range f[q.Reference] {
		if slices.Contains(q.Kinds, b.Kind) {
			p.Bookings = append(p.Bookings, b)
		}
	}
	return p, nil
}

// askedProvider limits the rate of the questions, and tells their errors from those of the store.
type askedProvider struct {
	reportreactor.ReceiptFinder
	rate *reactor.CallRate
}

// FindReceipt implements reportreactor.ReceiptFinder.
func (p askedProvider) FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error) {
	if err := p.rate.Wait(ctx); err != nil {
		return report.Payment{}, err
	}
	found, err := p.ReceiptFinder.FindReceipt(ctx, of)
	if err != nil && !errors.Is(err, report.ErrNoRecord) && ctx.Err() == nil {
		err = fmt.Errorf("%w: %w", errNotAsked, err)
	}
	return found, err
}
