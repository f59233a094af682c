package payment

import (
	"time"

	"gateway/domain"
	"gateway/domain/report"
)

// ReversalOfBooking reads an entry of the provider's books that takes a payment back. ok is false for all
// other entries. In the books a refund or a chargeback has its own id and does not name the money; for a
// refund, the notification names it. A payment that was voided or reversed as a whole is listed as such.
func ReversalOfBooking(b report.Booking) (news Reversal, ok bool) {
	news = Reversal{ReversalID: b.ProductID, Amount: b.Amount, Reason: string(b.Kind), By: ByProvider}
	switch {
	case b.Kind == report.BookedRefund && b.Status == report.Completed:
		news.Kind = Refund
	case b.Kind == report.BookedChargeback && b.Status == report.Completed:
		news.Kind = Chargeback
	case b.Kind == report.BookedPayment && b.Voided:
		return voidOf(b.ProductID), true
	case b.Kind == report.BookedPayment && b.Status == report.Reversed:
		news.ReversalID, news.Kind, news.ProviderPaymentID = reversedID(b.ProductID), Chargeback, b.ProductID
	default:
		return Reversal{}, false
	}
	return news, true
}

// reversedID returns the id for the reversal of a whole payment.
func reversedID(providerPaymentID string) string { return "reversed-" + providerPaymentID }

// ReversalOfRefund turns a refund's notification into news of a reversal.
func ReversalOfRefund(r report.Refund) Reversal {
	return Reversal{
		ReversalID: r.ID, Kind: Refund, Amount: r.Amount, Reason: r.Reason, By: ByProvider, ProviderPaymentID: r.ProviderID,
	}
}

// voidOf returns the news that a whole payment was voided, which can happen only once.
func voidOf(providerPaymentID string) Reversal {
	return Reversal{
		ReversalID: "void-" + providerPaymentID, Kind: Void, Reason: report.Voided, By: ByProvider, ProviderPaymentID: providerPaymentID,
	}
}

func isVoid(r report.Payment) bool {
	return r.Status == report.Failed && r.FailureCode == report.Voided
}

// ReportReversal decides on a notification of a reversal in a setup where only the provider's books count,
// because anybody who has the callback token can send a notification. It keeps the news, once, and moves no
// money. If the books listed the reversal before without naming the money, the notification names it, and
// Reverse decides. Checks are those of Reverse up to too_many_reversals.
func ReportReversal(s State, news Reversal, at time.Time) ([]domain.Event, error) {
	if err := s.checkReversal(news); err != nil || s.knowsReversal(news.ReversalID) {
		return nil, err
	}
	before, waits := s.WaitingReversal(news.ReversalID)
	isNamed := before.ProviderPaymentID == "" && news.ProviderPaymentID != ""
	switch {
	case waits && !isNamed:
		return nil, nil
	case waits && !before.Unconfirmed:
		before.ProviderPaymentID = news.ProviderPaymentID
		return Reverse(s, before.Reversal, at)
	}
	if m := s.meant(news); news.Kind == Void && m.found() && !m.undecided && s.isVoided(m.suspenseID()) {
		return nil, nil
	}
	return []domain.Event{ReversalReported{Identity: s.Identity, Reversal: news, Unconfirmed: true, Waited: waits, At: at}}, nil
}
