package provider

import (
	"strings"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
)

// ParsePayment reads the body of a notification on a payment of the channel. It ignores
// unknown members. A missing member, a wrong type and a status that reports no change are
// refused. Every error is a *domain.Refusal that names the field.
func ParsePayment(channel pricing.Kind, body []byte) (report.Payment, error) {
	p, known := products[channel]
	if !known {
		return report.Payment{}, domain.InvalidField("kind", "is not a kind of notification")
	}
	o := readObject(body)
	r := p.notification(o)
	if err := checkChange(o, r.Status); err != nil {
		return report.Payment{}, err
	}
	return r, nil
}

// capture is the event of a charge that was paid or failed. The provider's other e-wallet events have a
// different body.
const capture = "ewallet.capture"

func readChargeEvent(o object) report.Payment {
	if event := o.textOr("event", capture); event != capture {
		o.refuse("event", "is not %s", capture)
		return report.Payment{}
	}
	return readCharge(o.object("data"))
}

// Named has the ids of a notification, as far as they can be read. Each may be empty, and none is checked.
type Named struct{ Event, ProviderID, Reference, Status string }

// Name reads what a refused notification is about.
func Name(body []byte) Named {
	o := readObject(body)
	n := Named{Event: o.textOr("event", "")}
	data := o
	if o.has("data") {
		n.Event, data = unwrapped(o)
	} else if o.has("qr_code") {
		code := o.object("qr_code")
		n.Reference = code.textOr("external_id", "")
	}
	n.ProviderID, n.Status = data.textOr("id", ""), data.textOr("status", "")
	if n.Reference == "" {
		n.Reference = data.textOr("external_id", data.textOr("reference_id", ""))
	}
	return n
}

// ParsePayout reads the body of a notification about a payout, of either API for payouts, by the rules of
// ParsePayment.
func ParsePayout(body []byte) (report.Payout, error) {
	o := readObject(body)
	read := readDisbursement
	if o.has("event") {
		o, read = o.object("data"), readPayoutV2
	}
	r := read(o)
	if err := checkChange(o, r.Status); err != nil {
		return report.Payout{}, err
	}
	return r, nil
}

// checkChange refuses a notification that could not be read or that reports no change of status.
func checkChange(o object, status report.Status) error {
	if status == report.Pending {
		o.refuse("status", "says nothing new")
	}
	return *o.err
}

// channelCode removes the country prefix that some of the provider's codes have.
func channelCode(code string) string { return strings.TrimPrefix(code, countryPrefix) }

// countryPrefix precedes the codes of e-wallets, and those of banks in payouts of version 2.
const countryPrefix = "ID_"
