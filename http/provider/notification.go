package provider

import (
	"strings"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
)

// paymentReaders read the notifications on payments, by channel.
var paymentReaders = map[pricing.Kind]func(object) report.Payment{
	pricing.Invoice: readInvoice,
	pricing.VA:      readVAPayment,
	pricing.EWallet: func(o object) report.Payment { return readCharge(o.object("data")) },
	pricing.QRIS:    readQRPayment,
}

// ParsePayment reads the body of a notification on a payment of the channel. It ignores
// unknown members. A missing member, a wrong type and a status that reports no change are
// refused. Every error is a *domain.Refusal that names the field.
func ParsePayment(channel pricing.Kind, body []byte) (report.Payment, error) {
	read, known := paymentReaders[channel]
	if !known {
		return report.Payment{}, domain.InvalidField("kind", "is not a kind of notification")
	}
	o := readObject(body)
	r := read(o)
	if err := checkChange(o, r.Status); err != nil {
		return report.Payment{}, err
	}
	return r, nil
}

// ParsePayout reads the body of a notification on a payout, of either API for payouts, by the
// rules of ParsePayment.
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

// checkChange refuses a notification that could not be read, or that reports no change of
// status.
func checkChange(o object, status report.Status) error {
	if status == report.Pending {
		o.refuse("status", "says nothing new")
	}
	return *o.err
}

// channelCode removes the country prefix that some of the provider's codes have.
func channelCode(code string) string { return strings.TrimPrefix(code, countryPrefix) }

// countryPrefix stands before the codes of e-wallets, and before those of banks in payouts of
// version 2.
const countryPrefix = "ID_"
