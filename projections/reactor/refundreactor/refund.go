package refundreactor

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/refundrows"

	"github.com/sirupsen/logrus"
)

// Queue lists the refunds that the balance has not answered, and those in processing, page by page in the order of the log.
// *readmodel.Queries implements it.
type Queue interface {
	DueRefunds(ctx context.Context, after int64, limit int) ([]refundrows.Refund, error)
}

// Provider makes refunds of payments that it received. All adapters implement it.
type Provider interface {
	// SendRefund asks for a refund. Errors: *report.Refused and *report.FloatEmpty if it was certainly not made, *report.Unknown
	// if it may have been, errors.ErrUnsupported for a channel without refunds.
	SendRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error)
	// FindRefund looks a refund up. Errors: report.ErrNoRecord, which does not prove that none will appear; *report.Unknown.
	FindRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error)
}

// Options tune Refunds. The service sets CallTimeout, Rules, Route and the ports.
type Options struct {
	// Rules say by which methods money can go back now.
	Rules payment.RefundRules
	Ports
	// Route chooses the connection that a transfer is ordered at, before its first attempt. Nil means connection.Xendit and
	// report.PayoutsV1.
	Route func(ctx context.Context, o balance.Order) (payoutreactor.Route, error)
	// PayerNames are the connections that may have been asked for a transfer before a restore.
	PayerNames []string
	// CallTimeout is how long after its event an attempt may last; 30 s when zero.
	CallTimeout time.Duration
	// PollFirst and PollMax are the pauses between look-ups of a refund that the provider has; 30 s and 10 min when zero.
	PollFirst, PollMax time.Duration
	// RetryFirst and RetryMax are the pauses for anything else; 1 s and 1 min when zero.
	RetryFirst, RetryMax time.Duration
	// RepeatAfter is how long after an attempt the provider must have no record of it before the attempt is made again, with
	// the same reference; 10 min when zero.
	RepeatAfter time.Duration
	// Page is the number of refunds that are read at once; 500 when zero.
	Page int
}

func (o Options) withDefaults() Options {
	o.CallTimeout = cmp.Or(o.CallTimeout, 30*time.Second)
	o.PollFirst, o.PollMax = cmp.Or(o.PollFirst, 30*time.Second), cmp.Or(o.PollMax, 10*time.Minute)
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, time.Second), cmp.Or(o.RetryMax, time.Minute)
	o.RepeatAfter = cmp.Or(o.RepeatAfter, 10*time.Minute)
	if o.Route == nil {
		o.Route = func(context.Context, balance.Order) (payoutreactor.Route, error) {
			return payoutreactor.Route{Connection: connection.Xendit, ProviderAPI: report.PayoutsV1}, nil
		}
	}
	return o
}

// Refunds makes the refunds of all clients. It appends each attempt to the log before it calls the provider, and then looks
// whether the provider has the refund already, because a restore may have lost the attempt from the log. All calls of an
// attempt carry one reference.
type Refunds struct {
	*reactor.Worker
	reports *reportreactor.Reports
	retries *reactor.RetrySchedule
	o       Options
}

const (
	refundsAtOnce = 8
	refundsGap    = 200 * time.Millisecond
)

// New makes the reactor.
func New(reports *reportreactor.Reports, queue Queue, progress reactor.Progress, logger *logrus.Entry, o Options) *Refunds {
	o = o.withDefaults()
	r := &Refunds{
		Worker:  reactor.NewWorker("refund-sending", reports.Log, progress, logger, refundsAtOnce, refundsGap),
		reports: reports, retries: reactor.NewRetrySchedule(reports.Now, o.RetryFirst, o.RetryMax), o: o,
	}
	list := &reactor.List[refundrows.Refund, int64]{
		Read: queue.DueRefunds, Page: o.Page, Place: func(row refundrows.Refund) int64 { return row.Position },
	}
	r.StartDue = func(ctx context.Context) error {
		return list.Each(ctx, func(row refundrows.Refund) bool { return r.start(ctx, row) })
	}
	return r
}

// News lets a refund be looked up at the next reading of the list: a notification says that something happened to it.
func (r *Refunds) News(_ string, id int64) { r.retries.Forget(keyOf(refundrows.Refund{ID: id})) }

func keyOf(row refundrows.Refund) string { return "refund-" + strconv.FormatInt(row.ID, 10) }

func (r *Refunds) start(ctx context.Context, row refundrows.Refund) bool {
	if !r.retries.IsDue(keyOf(row)) {
		return true
	}
	if r.IsFull() {
		return false
	}
	r.StartJobFor(ctx, row.Position, keyOf(row), func(ctx context.Context) error {
		r.retries.Postpone(keyOf(row)) // before the work, so that a panic postpones it, too
		err := r.advance(ctx, row)
		if errors.Is(err, reactor.ErrLater) {
			return nil
		}
		return err
	})
	return true
}

// advance takes a refund one step further, depending on the state in its stream.
func (r *Refunds) advance(ctx context.Context, row refundrows.Refund) error {
	j := &job{Refunds: r, row: row}
	if err := j.load(ctx); err != nil {
		return err
	}
	switch {
	case j.refund.Status == payment.RefundStatusRequested:
		return j.confirm(ctx)
	case j.refund.Status != payment.RefundStatusProcessing: // it has ended, or waits for a person
		return nil
	case j.refund.ProviderID != "":
		j.again = true
		return j.poll(ctx)
	case j.refund.MayBeAtProvider():
		j.again = true
		return j.resolve(ctx)
	case j.refund.Attempts > 0 && j.reports.Now().Before(j.refund.SubmittedAt.Add(pauseAfter(j.refund.Attempts))):
		return reactor.ErrLater
	}
	return j.begin(ctx)
}

// pauseAfter is the pause after attempts that made nothing, such as for want of our money at the provider. The log holds their
// number, so a restart does not shorten it.
func pauseAfter(attempts int) time.Duration {
	return min(10*time.Minute, time.Minute<<min(attempts-1, 10))
}

// job is a refund whose turn it is.
type job struct {
	*Refunds
	row    refundrows.Refund
	state  payment.State
	refund payment.RefundOf
	// again is true if the last attempt was sent before, so that a refusal may be about what it made.
	again bool
}

func (j *job) load(ctx context.Context) (err error) {
	j.state, _, err = eventstore.Load(ctx, j.Log, payment.Aggregate, payment.Stream(j.row.TransactionID))
	j.refund, _ = j.state.Refund(j.row.ID)
	return err
}

func (j *job) execute(ctx context.Context, decide func(payment.State) ([]domain.Event, error)) ([]domain.Event, error) {
	out, err := eventstore.Execute(ctx, j.Log, payment.Aggregate, payment.Stream(j.row.TransactionID), decide)
	if err == nil {
		j.state = out.State
		j.refund, _ = out.State.Refund(j.row.ID)
	}
	return out.Events, err
}

// confirm finishes what the request began, if its instance did not.
func (j *job) confirm(ctx context.Context) error {
	decided, err := Confirm(ctx, j.Log, j.row.ClientID, j.row.TransactionID, j.row.ID, j.reports.Now())
	if err == nil && !decided {
		return reactor.ErrLater
	}
	if err == nil {
		j.retries.Forget(keyOf(j.row))
	}
	return err
}

// begin makes the next attempt. The refunds of a client who was suspended wait.
func (j *job) begin(ctx context.Context) error {
	owner, _, err := eventstore.Load(ctx, j.Log, account.Aggregate, account.Stream(j.row.ClientID))
	if err != nil {
		return err
	}
	if !owner.MaySendPayouts() {
		return reactor.ErrLater
	}
	ended, err := j.execute(ctx, func(s payment.State) ([]domain.Event, error) {
		return payment.FailTakenBack(s, j.row.ID, j.reports.Now())
	})
	if err != nil || len(ended) > 0 {
		return err
	}
	if possible, err := j.chooseMethod(ctx); err != nil || !possible {
		return err
	}
	return j.attempt(ctx, "")
}

// chooseMethod reports whether the refund can be asked for now. A void that is too late becomes a provider's refund, which some
// wallets make from the next day on; what is not possible any more has failed.
func (j *job) chooseMethod(ctx context.Context) (possible bool, err error) {
	if j.refund.Method == payment.MethodTransfer {
		return true, nil
	}
	of, now := j.state.MoneyOf(j.refund), j.reports.Now()
	if payment.IsPossible(j.o.Rules.RefundChoices(of, now), of, j.refund.Method) {
		return true, nil
	}
	next := j.next()
	if next == j.refund.Method {
		return false, reactor.ErrLater
	}
	_, err = j.execute(ctx, func(s payment.State) ([]domain.Event, error) {
		return payment.ChangeRefundMethod(s, j.row.ID, next, TooLate, j.reports.Now())
	})
	if err != nil || next == "" {
		return false, err
	}
	now = j.reports.Now()
	if !payment.IsPossible(j.o.Rules.RefundChoices(of, now), of, next) {
		return false, reactor.ErrLater
	}
	return true, nil
}

// TooLate is the failure code of a refund whose time is over.
const TooLate = "refund_window_over"

// next is the method that a refund goes on by which can't be made by its own now: the provider's refund, if that is possible
// today or tomorrow; empty for none.
func (j *job) next() string {
	of, now := j.state.MoneyOf(j.refund), j.reports.Now()
	for _, at := range []time.Time{now, now.Add(24 * time.Hour)} {
		if payment.IsPossible(j.o.Rules.RefundChoices(of, at), of, payment.MethodProvider) {
			return payment.MethodProvider
		}
	}
	return ""
}

// attempt appends the intent, looks whether the provider has the refund already, and asks for it. repeated is the key of an
// attempt that is made again.
func (j *job) attempt(ctx context.Context, repeated string) error {
	cmd := payment.SubmitRefundCmd{RefundID: j.row.ID, Repeat: repeated, At: j.reports.Now()}
	if j.refund.Method == payment.MethodTransfer && j.refund.PaidBy == "" {
		route, err := j.route(ctx)
		if err != nil {
			return err
		}
		cmd.PaidBy, cmd.ProviderAPI = route.Connection, route.ProviderAPI
	}
	events, err := j.execute(ctx, func(s payment.State) ([]domain.Event, error) { return payment.SubmitRefund(s, cmd) })
	if err != nil || len(events) == 0 { // another instance makes this attempt
		return reactor.NotRefused(err)
	}
	ctx, cancel := context.WithTimeout(ctx, j.o.CallTimeout)
	defer cancel()
	found, err := j.find(ctx)
	switch {
	case err == nil:
		return j.take(ctx, found)
	case !errors.Is(err, report.ErrNoRecord):
		return j.unknown(err)
	}
	made, err := j.send(ctx)
	if err == nil {
		return j.take(ctx, made)
	}
	refused, is := errors.AsType[*report.Refused](err)
	if !is && !errors.Is(err, errors.ErrUnsupported) || is && refused.OfCredentials {
		return j.unknown(err)
	}
	return j.refused(ctx, refused, repeated != "")
}

// refused ends an attempt that the provider refused. A repeated one may have been made the first time: the look-up before it
// found none, so it counts as refused, too, but only for good reasons that are about the order.
func (j *job) refused(ctx context.Context, refused *report.Refused, repeated bool) error {
	code, message, next := "not_supported", "", ""
	if refused != nil {
		code, message = refused.Code, refused.Message
	}
	if repeated && (refused == nil || !refused.OfOrder) {
		return j.unknown(refused)
	}
	if j.refund.Method == payment.MethodVoid {
		next = j.next()
	}
	_, err := j.execute(reportreactor.WithProviderAsActor(ctx), func(s payment.State) ([]domain.Event, error) {
		return payment.FailRefund(s, payment.FailRefundCmd{
			RefundID: j.row.ID, Attempt: j.refund.Attempts, Code: code, Message: message, Next: next, At: j.reports.Now(),
		})
	})
	if err == nil {
		j.wakeOthers()
	}
	return err
}

// wakeOthers lets the other refunds of the money go on at the next reading of the list: they wait while the provider may have one
// of it whose id we don't know.
func (j *job) wakeOthers() {
	for _, other := range j.state.Refunds {
		if other.RefundID != j.row.ID && other.SuspenseID == j.refund.SuspenseID && other.Status == payment.RefundStatusProcessing {
			j.retries.Forget(keyOf(refundrows.Refund{ID: other.RefundID}))
		}
	}
}

// unknown leaves a refund whose outcome is not known: it is looked up again.
func (j *job) unknown(cause error) error {
	j.Logger.WithError(cause).WithField("refund", j.row.ID).Warn("the outcome of a refund is not known yet")
	return reactor.ErrLater
}

// resolve looks an attempt up that was not answered. It is made again, under its reference, only once the provider has had no
// record of it for long.
func (j *job) resolve(ctx context.Context) error {
	found, err := j.find(ctx)
	switch {
	case err == nil:
		return j.take(ctx, found)
	case !errors.Is(err, report.ErrNoRecord):
		return j.unknown(err)
	case j.reports.Now().Before(j.refund.SubmittedAt.Add(j.o.RepeatAfter)):
		return reactor.ErrLater
	}
	return j.attempt(ctx, j.refund.Key)
}

// poll asks for a refund that the provider has.
func (j *job) poll(ctx context.Context) error {
	j.retries.PostponeBy(keyOf(j.row), j.o.PollFirst, j.o.PollMax)
	found, err := j.find(ctx)
	if errors.Is(err, report.ErrNoRecord) {
		return j.unknown(err)
	}
	if err != nil || found.Status == report.Pending {
		return err
	}
	return j.take(ctx, found)
}

func (j *job) takeRecord(ctx context.Context, found report.RefundRecord) ([]domain.Event, error) {
	if j.refund.Method == payment.MethodTransfer {
		return j.reports.TakeRefundTransfer(ctx, report.Payout{
			Connection: j.refund.PaidBy, ProviderID: found.ID, Reference: j.refund.Key, Status: found.Status, Amount: found.Amount,
			FailureCode: found.FailureCode,
		})
	}
	found.Connection = j.row.Connection
	return j.reports.TakeRefundRecord(ctx, j.row.TransactionID, j.row.ID, j.refund.Attempts, found)
}

// take takes in the provider's record of the last attempt. If that failed, the next one waits longer each time.
func (j *job) take(ctx context.Context, found report.RefundRecord) error {
	_, err := j.takeRecord(ctx, found)
	if err == nil {
		j.wakeOthers()
	}
	switch {
	case err == nil && found.Status == report.Failed:
	case err == nil && found.Status != report.Pending:
		j.retries.Forget(keyOf(j.row))
	default:
		j.retries.PostponeBy(keyOf(j.row), j.o.PollFirst, j.o.PollMax)
	}
	return reactor.NotRefused(err)
}
