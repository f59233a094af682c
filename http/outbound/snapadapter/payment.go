package snapadapter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"
)

// product is what a company makes for a payment of one kind of channel, as the standard has it.
type product struct {
	// open is the service that makes it, close the one that closes it before its expiry.
	open, close int
	make        func(a *Adapter, ctx context.Context, r report.OpenRequest) (report.Instructions, error)
	// find asks by our transaction_id or, for a virtual account, by its number.
	find   func(a *Adapter, ctx context.Context, transactionID, providerID string) (report.Payment, error)
	cancel func(a *Adapter, ctx context.Context, transactionID, providerID string) error
	// channels are the channels that the dialect has a word for; nil for one without a bank or wallet.
	channels func(d Dialect) map[string]string
}

// products is the table of the standard's products. It is filled by init, because its functions use it.
var products map[pricing.Kind]product

func init() {
	products = map[pricing.Kind]product{
		pricing.VA: {
			open: snap.ServiceVACreate, close: snap.ServiceVADelete,
			make: (*Adapter).createVA, find: (*Adapter).findVA, cancel: (*Adapter).deleteVA,
			channels: func(d Dialect) map[string]string { return d.Banks },
		},
		pricing.QRIS: {
			open: snap.ServiceQRGenerate, close: snap.ServiceQRCancel,
			make: (*Adapter).generateQR, find: (*Adapter).findQR, cancel: (*Adapter).cancelQR,
		},
		pricing.EWallet: {
			open: snap.ServiceDebitPayment, close: snap.ServiceDebitCancel,
			make: (*Adapter).createDebit, find: (*Adapter).findDebit, cancel: (*Adapter).cancelDebit,
			channels: func(d Dialect) map[string]string { return d.Wallets },
		},
	}
}

// Channels lists the codes of the channels that the connection takes payments by, sorted. A virtual account
// also needs a prefix in the configuration.
func (a *Adapter) Channels() []string {
	return slices.DeleteFunc(a.Dialect.Channels(), func(code string) bool {
		c, _ := pricing.Lookup(code)
		return !a.offersChannel(c.Kind, code)
	})
}

func (a *Adapter) offersChannel(kind pricing.Kind, code string) bool {
	return a.Dialect.speaks(kind, code) && (a.Offered == nil || slices.Contains(a.Offered, code)) &&
		(kind != pricing.VA || a.Prefixes[code] != "")
}

// Channels lists the codes of the channels that the company has, sorted.
func (d Dialect) Channels() (codes []string) {
	for _, c := range pricing.Channels() {
		if d.speaks(c.Kind, c.Code) {
			codes = append(codes, c.Code)
		}
	}
	slices.Sort(codes)
	return codes
}

func (d Dialect) speaks(kind pricing.Kind, code string) bool {
	p, ok := products[kind]
	if !ok || !d.offers(p.open) {
		return false
	}
	if p.channels == nil {
		return true
	}
	_, spoken := p.channels(d)[code]
	return spoken
}

// PaysOut reports whether the company makes transfers to bank accounts.
func (d Dialect) PaysOut() bool { return d.offers(snap.ServiceInterbankTransfer) }

// OpenPayment creates the payment. After a *report.Unknown the payment may exist; FindPayment tells.
func (a *Adapter) OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error) {
	if !a.offersChannel(r.Channel, r.ChannelCode) {
		return report.Instructions{}, fmt.Errorf("%s has no channel %s: %w", a.Dialect.Company, r.ChannelCode, errors.ErrUnsupported)
	}
	return products[r.Channel].make(a, exchange.About(ctx, r.ExternalID), r)
}

// FindPayment looks up a payment. After a creation with unknown outcome, a virtual account is looked up by the
// number that was asked for. The instructions in the report lack what no look-up returns: the content of a QR code
// and the address of a wallet's page. Errors: report.ErrNoRecord; errors.ErrUnsupported where the company has no
// service for it.
func (a *Adapter) FindPayment(ctx context.Context, of report.Lookup) (report.Payment, error) {
	p, ok := products[of.Channel]
	if !ok {
		return report.Payment{}, fmt.Errorf("no channel %q: %w", of.Channel, errors.ErrUnsupported)
	}
	found, err := p.find(a, exchange.About(ctx, of.TransactionID), of.TransactionID, a.providerID(of))
	found.Connection = a.Connection
	return found, err
}

// ExpirePayment closes a payment, so that it can't be paid any more. Error: errors.ErrUnsupported where the
// company can't.
func (a *Adapter) ExpirePayment(ctx context.Context, of report.Lookup) error {
	p, ok := products[of.Channel]
	if !ok {
		return fmt.Errorf("no channel %q: %w", of.Channel, errors.ErrUnsupported)
	}
	return p.cancel(a, exchange.About(ctx, of.TransactionID), of.TransactionID, a.providerID(of))
}

// providerID is the provider's id of the payment. For a virtual account that the company has not answered for, it
// is the id that follows from the number that was asked for.
func (a *Adapter) providerID(of report.Lookup) string {
	if of.ProviderID == "" && of.Channel == pricing.VA {
		return newIdentity(a.Prefixes[of.ChannelCode], strconv.FormatInt(of.Number, 10)).id()
	}
	return of.ProviderID
}

// FindReceipt asks for the receipt that the report names. The company knows one receipt of a payment: the first.
// Error: report.ErrNoRecord if it is another one, or if there is none.
func (a *Adapter) FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error) {
	found, err := a.FindPayment(ctx, report.Lookup{
		Channel: of.Channel, ChannelCode: of.ChannelCode, TransactionID: of.TransactionID, ProviderID: of.ProviderID,
	})
	if err == nil && (!found.Status.IsPaid() || found.PaymentID != of.PaymentID) {
		return report.Payment{}, report.ErrNoRecord
	}
	return found, err
}

// statuses are the standard's transaction statuses of a payment. "Refunded" is all that is heard of a refund: no message
// says how much was returned, or by whom. So it never credits, and a person decides on money that was credited before.
var statuses = map[snap.TransactionStatus]report.Status{
	snap.StatusSuccess: report.Paid, snap.StatusRefunded: report.Reversed,
	snap.StatusInitiated: report.Pending, snap.StatusPaying: report.Pending, snap.StatusPending: report.Pending,
	snap.StatusCancelled: report.Expired, snap.StatusFailed: report.Failed,
}

// transaction is what status answers and notifications of QRIS and direct debit have in common.
type transaction struct {
	ReferenceNo        string                 `json:"originalReferenceNo"`
	PartnerReferenceNo string                 `json:"originalPartnerReferenceNo"`
	MerchantID         string                 `json:"merchantId"`
	Status             snap.TransactionStatus `json:"latestTransactionStatus"`
	Amount             *snap.Amount           `json:"amount"`
	TransAmount        *snap.Amount           `json:"transAmount"`
	PaidTime           string                 `json:"paidTime"`
	FinishedTime       string                 `json:"finishedTime"`
}

// errForeign says that an answer is about another transaction than the question.
var errForeign = errors.New("it is about another transaction")

// report reads the transaction; at is the time of the message, for a company that does not say when it was
// paid. Errors name the member.
func (t transaction) report(kind pricing.Kind, method string, at time.Time) (r report.Payment, err error) {
	status, known := statuses[t.Status]
	if !known {
		return r, fmt.Errorf("latestTransactionStatus: %q is not known", t.Status)
	}
	r = report.Payment{
		Channel: kind, ProviderID: t.ReferenceNo, TransactionID: t.PartnerReferenceNo, Status: status, PaymentMethod: method,
	}
	amount := t.Amount
	if amount == nil {
		amount = t.TransAmount
	}
	if amount == nil {
		return r, errors.New("amount: is missing")
	}
	if r.Amount, err = amount.Rupiah(); err != nil {
		return r, fmt.Errorf("amount: %w", err)
	}
	if status.IsPaid() && !r.Amount.IsPositive() {
		return r, errors.New("amount: must be above 0")
	}
	if status == report.Reversed {
		r.PaymentID = t.ReferenceNo
	}
	if status.IsPaid() {
		r.PaymentID = t.ReferenceNo
		r.PaidAmount, r.PaidAt, err = r.Amount, at, nil
		for _, text := range []string{t.PaidTime, t.FinishedTime} {
			if text != "" {
				r.PaidAt, err = snap.ParseTime(text)
				break
			}
		}
	}
	if err != nil {
		return r, fmt.Errorf("paidTime: %w", err)
	}
	return r, nil
}

// checked is the report of a transaction that answers a question about ours.
func (a *Adapter) checked(t transaction, kind pricing.Kind, method, transactionID, providerID string) (report.Payment, error) {
	if t.Status == snap.StatusNotFound {
		return report.Payment{}, report.ErrNoRecord
	}
	if t.PartnerReferenceNo == "" {
		t.PartnerReferenceNo = transactionID
	}
	if t.ReferenceNo == "" {
		t.ReferenceNo = providerID
	}
	if t.PartnerReferenceNo != transactionID || providerID != "" && t.ReferenceNo != providerID {
		return report.Payment{}, exchange.Unreadable(errForeign)
	}
	r, err := t.report(kind, method, a.now().UTC())
	return r, exchange.Unreadable(err)
}

// expiresAt is the expiry that the company returned, or else the one that was asked for; nil for none.
func expiresAt(returned string, asked time.Time) *time.Time {
	if at, err := snap.ParseTime(returned); err == nil {
		return &at
	}
	if asked.IsZero() {
		return nil
	}
	at := asked.UTC()
	return &at
}
