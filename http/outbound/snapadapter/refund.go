package snapadapter

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/text"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// refundServices are the services by which money of a payment goes back.
var refundServices = map[pricing.Kind]int{pricing.EWallet: snap.ServiceDebitRefund, pricing.QRIS: snap.ServiceQRRefund}

// isRefund reports whether a service gives money of a payment back.
func isRefund(service int) bool {
	return service == snap.ServiceDebitRefund || service == snap.ServiceQRRefund
}

// refundService is the service for the payment's channel. Error: errors.ErrUnsupported, also for a void, which the
// standard has for money that was authorized only.
func (a *Adapter) refundService(r report.RefundOrder) (int, error) {
	service, ok := refundServices[r.Channel]
	if !ok || r.Void || !a.Dialect.offers(service) {
		return 0, fmt.Errorf("%s does not give back by %s: %w", a.Dialect.Company, r.Channel, errors.ErrUnsupported)
	}
	return service, nil
}

// SendRefund asks for a refund of a direct debit (service 58) or of a payment by QR code (service 78). The company takes
// one refund for a reference. An answer is believed that the money went back only if it names our reference and amount.
// After a *report.Unknown the refund may have been made, and FindRefund tells. Error also: errors.ErrUnsupported.
func (a *Adapter) SendRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error) {
	service, err := a.refundService(r)
	if err != nil {
		return report.RefundRecord{}, err
	}
	ctx = exchange.About(ctx, r.TransactionID)
	request := originals(r.TransactionID, r.ProviderID)
	if r.Channel == pricing.EWallet {
		request = a.debitOriginals(r.TransactionID, r.ProviderID)
	}
	request["merchantId"], request["partnerRefundNo"] = a.MerchantID, r.Reference
	request["refundAmount"], request["reason"] = snap.AmountOf(r.Amount), r.Reason
	if a.Dialect.Refund != nil && r.Channel == pricing.EWallet {
		maps.Copy(request, a.Dialect.Refund(a.Dialect.Wallets[r.PaidWith]))
	}
	var made refunded
	err = a.call(ctx, service, request, &made)
	if refused, ok := errors.AsType[*report.Refused](err); ok && refused.OfOrder {
		return a.afterRefusal(ctx, r, refused)
	}
	if err != nil {
		return report.RefundRecord{}, err
	}
	return a.madeRefund(made, r)
}

// madeRefund reads the answer that the company took the refund.
func (a *Adapter) madeRefund(made refunded, r report.RefundOrder) (report.RefundRecord, error) {
	answered := report.RefundRecord{Connection: a.Connection, ID: made.RefundNo, Status: report.Pending, Amount: r.Amount}
	amount, err := made.rupiah()
	switch {
	case made.reference() != "" && made.reference() != r.Reference:
		return report.RefundRecord{}, exchange.Unreadable(errForeign)
	case err != nil:
		return report.RefundRecord{}, exchange.Unreadable(err)
	case made.RefundNo == "":
		return report.RefundRecord{}, exchange.Unreadable(errors.New("refundNo: is missing"))
	case made.reference() == r.Reference && amount.Equal(r.Amount):
		answered.Status = report.Completed
	case !amount.IsZero() && !amount.Equal(r.Amount):
		return report.RefundRecord{}, exchange.Unreadable(errForeign)
	}
	return answered, nil
}

// afterRefusal asks whether the refund was made all the same: companies refuse a repetition of what they did in different
// words. Where the company can't be asked, the refusal of the first call holds.
func (a *Adapter) afterRefusal(ctx context.Context, r report.RefundOrder, refused *report.Refused) (report.RefundRecord, error) {
	if !a.Dialect.RefundHistory && !r.Again {
		return report.RefundRecord{}, refused
	}
	found, err := a.FindRefund(ctx, r)
	switch {
	case err == nil && found.Status != report.Failed:
		return found, nil
	case err != nil && !errors.Is(err, report.ErrNoRecord):
		return report.RefundRecord{}, &report.Unknown{Err: errors.New(refused.Code + ", and then: " + err.Error())}
	}
	return report.RefundRecord{}, refused
}

// RepeatRefundAfter is how long FindRefund must have returned report.ErrNoRecord before the refund may be sent again. The
// standard says nothing of how soon a refund that was taken is listed.
func (a *Adapter) RepeatRefundAfter() time.Duration { return repeatAfter }

// refunded is a refund in an answer, and in the history of a payment.
type refunded struct {
	RefundNo string `json:"refundNo"`
	// Companies name our reference in one of two ways.
	PartnerRefundNo    string                 `json:"partnerRefundNo"`
	PartnerReferenceNo string                 `json:"partnerReferenceNo"`
	Amount             *snap.Amount           `json:"refundAmount"`
	Status             snap.TransactionStatus `json:"refundStatus"`
	Reason             string                 `json:"reason"`
}

func (r refunded) reference() string {
	if r.PartnerRefundNo != "" {
		return r.PartnerRefundNo
	}
	return r.PartnerReferenceNo
}

// rupiah is the amount; zero if the company does not say it.
func (r refunded) rupiah() (decimal.Decimal, error) {
	if r.Amount == nil {
		return decimal.Zero, nil
	}
	amount, err := r.Amount.Rupiah()
	if err != nil {
		return amount, fmt.Errorf("refundAmount: %w", err)
	}
	return amount, nil
}

// refundStatuses are the standard's transaction statuses of a refund. One without a status is not known to have ended.
var refundStatuses = map[snap.TransactionStatus]report.Status{
	snap.StatusSuccess: report.Completed, snap.StatusRefunded: report.Completed, "": report.Pending,
	snap.StatusInitiated: report.Pending, snap.StatusPaying: report.Pending, snap.StatusPending: report.Pending,
	snap.StatusCancelled: report.Failed, snap.StatusFailed: report.Failed,
}

// FindRefund looks a refund up in the history that the status of its payment has (services 55 and 51), by our reference
// and the amount. Errors: report.ErrNoRecord, if there is a history without it; *report.Unknown where the company has none.
func (a *Adapter) FindRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error) {
	if _, err := a.refundService(r); err != nil {
		return report.RefundRecord{}, err
	}
	ctx = exchange.About(ctx, r.TransactionID)
	service, request := snap.ServiceQRQuery, originals(r.TransactionID, r.ProviderID)
	request["serviceCode"] = "47"
	if r.Channel == pricing.EWallet {
		service, request = snap.ServiceDebitStatus, a.debitOriginals(r.TransactionID, r.ProviderID)
		request["serviceCode"] = a.Dialect.DebitStatusOf
	}
	request["merchantId"] = a.MerchantID
	var found struct {
		transaction
		History []refunded `json:"refundHistory"`
		Info    struct {
			History []refunded `json:"refundHistory"`
		} `json:"additionalInfo"`
	}
	err := a.call(ctx, service, request, &found)
	if errors.Is(err, report.ErrNoRecord) {
		return report.RefundRecord{}, &report.Unknown{Err: errors.New("the payment is not there")}
	}
	if err != nil {
		return report.RefundRecord{}, err
	}
	if found.PartnerReferenceNo != "" && found.PartnerReferenceNo != r.TransactionID {
		return report.RefundRecord{}, exchange.Unreadable(errForeign)
	}
	history := append(found.History, found.Info.History...)
	for _, one := range history {
		if one.reference() == r.Reference {
			return a.foundRefund(one, r)
		}
	}
	if !a.Dialect.RefundHistory || found.History == nil && found.Info.History == nil {
		return report.RefundRecord{}, &report.Unknown{Err: errors.New("the answer has no refundHistory")}
	}
	return report.RefundRecord{}, report.ErrNoRecord
}

func (a *Adapter) foundRefund(one refunded, r report.RefundOrder) (report.RefundRecord, error) {
	status, known := refundStatuses[one.Status]
	amount, err := one.rupiah()
	switch {
	case err != nil:
		return report.RefundRecord{}, exchange.Unreadable(err)
	case !known:
		return report.RefundRecord{}, exchange.Unreadable(fmt.Errorf("refundStatus: %q is not known", one.Status))
	case !amount.Equal(r.Amount):
		return report.RefundRecord{}, exchange.Unreadable(errForeign)
	}
	found := report.RefundRecord{Connection: a.Connection, ID: one.RefundNo, Status: status, Amount: amount}
	if status == report.Failed {
		found.FailureCode = text.Cleaned(one.Reason, maxMessage)
	}
	return found, nil
}
