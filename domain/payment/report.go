package payment

import (
	"time"

	"gateway/domain"
	"gateway/domain/report"
)

// ConcernsPayment reports whether the report says something of the payment as a
// whole. A failed attempt to pay a QR code, or an invoice, does not: the customer
// may try again. A failed wallet charge is final. A voided charge had been paid.
func ConcernsPayment(r report.Payment) bool {
	return r.Status.IsPaid() || r.Status == report.Expired || isFinalFailure(r) || isVoid(r)
}

func isFinalFailure(r report.Payment) bool {
	return r.Channel.Traits().FailsForGood && r.Status == report.Failed && r.FailureCode != report.Voided
}

// Facts are what a decision on money may need beside the payment's own stream. Each is zero
// as long as no decision asked for it.
type Facts struct {
	// SuspenseID is the id for money that can't be credited as it is. A decision that lacks it
	// ends with ErrNeedsSuspenseID.
	SuspenseID int64
	// Claim is the newest one of the payment's chain. A decision that lacks it ends with
	// *NeedsClaim.
	Claim Claim
}

// TakeReport decides what the provider's report changes. A report for which ConcernsPayment
// is false changes nothing. Errors: those of Facts, and the refusals of Pay, Settle and
// Expire.
func TakeReport(s State, r report.Payment, facts Facts, now time.Time) ([]domain.Event, error) {
	cmd := PayCmd{
		Receipt: reportedReceipt(r), ChannelCode: r.ChannelCode, SuspenseID: facts.SuspenseID, Claim: facts.Claim, At: now,
	}
	switch {
	case r.Status == report.Paid:
		return Pay(s, cmd)
	case r.Status == report.Settled:
		return Settle(s, SettleCmd(cmd))
	case isVoid(r):
		return Reverse(s, voidOf(r.PaymentID), now)
	case r.Status == report.Expired, isFinalFailure(r):
		return Expire(s, now)
	}
	return nil, nil
}

func reportedReceipt(r report.Payment) Receipt {
	return Receipt{
		ProviderID: r.ProviderID, ProviderPaymentID: r.PaymentID, UserID: r.UserID, PaidAmount: r.PaidAmount,
		PaidAt: r.PaidAt, PaymentMethod: r.PaymentMethod, PaymentChannel: r.PaymentChannel,
	}
}
