package payment

import (
	"time"

	"gateway/domain"
	"gateway/domain/report"
)

// ReversalOfBooking reads an entry of the provider's books that takes a payment back. ok
// is false for all others. A refund or a chargeback has an id of its own there, and does
// not name the money: that of a refund, its notification names. A payment that was voided or reversed as a whole is listed as such.
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

// reversedID is the id of the reversal of a whole payment.
func reversedID(providerPaymentID string) string { return "reversed-" + providerPaymentID }

// ReversalOfRefund is the news of a refund's notification.
func ReversalOfRefund(r report.Refund) Reversal {
	return Reversal{
		ReversalID: r.ID, Kind: Refund, Amount: r.Amount, Reason: r.Reason, By: ByProvider, ProviderPaymentID: r.ProviderID,
	}
}

// voidOf is the news that all of a payment was voided, which happens to it once.
func voidOf(providerPaymentID string) Reversal {
	return Reversal{
		ReversalID: "void-" + providerPaymentID, Kind: Void, Reason: report.Voided, By: ByProvider, ProviderPaymentID: providerPaymentID,
	}
}

func isVoid(r report.Payment) bool {
	return r.Status == report.Failed && r.FailureCode == report.Voided
}

// ReportReversal decides on a notification of a reversal where the provider's books count,
// and not the notification: anybody who has the callback token can send one. It keeps the
// news, once, and moves no money. Where the books said it before and did not name the money,
// the notification does, and Reverse decides. Checks are those of Reverse up to
// too_many_reversals.
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
