package snapsimulator

import (
	"maps"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// bill is something to pay: a virtual account, a QR code or a direct debit.
type bill struct {
	// opened is the service that made it.
	opened int
	// reference is the merchant's (trxId, partnerReferenceNo), referenceNo the company's, externalID the
	// X-EXTERNAL-ID of the creation.
	reference, referenceNo, externalID string
	amount                             decimal.Decimal
	createdAt, expiresAt               time.Time
	cancelled, failed, returned        bool
	// paid are the payments, of which a real bill has at most one.
	paid []money
	// refunds are those that the merchant asked for.
	refunds []givenBack
	// va is what the merchant knows of a virtual account; nil for other bills.
	va map[string]any
	// channel, content and returnURL are those of Bill.
	channel, content, returnURL string
}

// money is a payment by a customer.
type money struct {
	id     string
	amount decimal.Decimal
	at     time.Time
	// settledAt is zero until the merchant has the money; fee and vat were taken then.
	settledAt time.Time
	fee, vat  decimal.Decimal
}

// number is the number of a virtual account, with its padding.
func (b *bill) number() string {
	number, _ := b.va["virtualAccountNo"].(string)
	return number
}

func (b *bill) expired(now time.Time) bool { return !b.expiresAt.IsZero() && !now.Before(b.expiresAt) }

// open reports whether a customer can pay it.
func (b *bill) open(now time.Time) bool {
	return len(b.paid) == 0 && !b.cancelled && !b.failed && !b.expired(now)
}

// status is its latestTransactionStatus, and the status in words.
func (b *bill) status(now time.Time) (snap.TransactionStatus, string) {
	switch {
	case b.returned, len(b.refunds) > 0 && b.left().IsZero():
		return snap.StatusRefunded, "REFUNDED"
	case len(b.paid) > 0:
		return snap.StatusSuccess, "SUCCESS"
	case b.failed:
		return snap.StatusFailed, "FAILED"
	case b.cancelled, b.expired(now):
		return snap.StatusCancelled, "CANCELLED"
	}
	return snap.StatusInitiated, "INITIATED"
}

// add keeps a new bill. A reference that was used before is refused.
func (s *Simulator) add(b *bill) *refusal {
	if s.bills[b.reference] != nil {
		return &refusal{snap.DuplicateReference, ""}
	}
	b.createdAt, b.referenceNo = s.now(), newID("A1")
	s.bills[b.reference] = b
	return nil
}

// found returns the bill that a question about a QR code or a direct debit is about.
func (s *Simulator) found(d *document, opened int, byReference bool) (*bill, *refusal) {
	referenceNo, externalID := d.text("originalReferenceNo", 64, optional), d.text("originalExternalId", 64, optional)
	reference := d.text("originalPartnerReferenceNo", 64, optional)
	if !byReference {
		reference = ""
	}
	if referenceNo == "" && externalID == "" && reference == "" {
		d.refuse(snap.MissingField, "originalReferenceNo")
	}
	if *d.refused != nil {
		return nil, *d.refused
	}
	for _, b := range s.bills {
		if b.opened == opened && (referenceNo == "" || b.referenceNo == referenceNo) && (reference == "" || b.reference == reference) &&
			(externalID == "" || b.externalID == externalID) {
			return b, nil
		}
	}
	return nil, &refusal{snap.TransactionMissing, ""}
}

// statusOf answers a question about a QR code or a direct debit.
func (s *Simulator) statusOf(b *bill, serviceCode string) answer {
	status, words := b.status(s.now())
	a := answer{
		"originalReferenceNo": b.referenceNo, "originalPartnerReferenceNo": b.reference, "originalExternalId": b.externalID,
		"serviceCode": serviceCode, "latestTransactionStatus": string(status), "transactionStatusDesc": words,
		"amount": snap.AmountOf(b.amount), "transAmount": snap.AmountOf(b.amount), "additionalInfo": map[string]any{},
	}
	if len(b.paid) > 0 {
		a["paidTime"] = snap.FormatTime(b.paid[0].at)
		a["amount"], a["transAmount"] = snap.AmountOf(b.paid[0].amount), snap.AmountOf(b.paid[0].amount)
	}
	switch s.company.history {
	case inAnswer:
		a["refundHistory"] = b.history()
	case inAdditionalInfo:
		a["additionalInfo"] = map[string]any{"refundHistory": b.history()}
	}
	return a
}

// cancel closes a bill, unless it is paid or closed already.
func (s *Simulator) cancel(b *bill) *refusal {
	switch {
	case len(b.paid) > 0 && b.va != nil:
		return &refusal{snap.BillPaid, ""}
	case b.expired(s.now()) && b.va != nil:
		return &refusal{snap.BillExpired, ""}
	case len(b.paid) > 0:
		return &refusal{snap.Code{Status: 405, Case: 1}, ""}
	case b.expired(s.now()):
		return &refusal{snap.Code{Status: 403}, ""}
	case b.cancelled, b.failed:
		return &refusal{snap.Code{Status: 404, Case: 4}, ""}
	}
	b.cancelled = true
	return nil
}

// with returns a copy with more members.
func with(members, more map[string]any) map[string]any {
	all := maps.Clone(members)
	maps.Copy(all, more)
	return all
}
