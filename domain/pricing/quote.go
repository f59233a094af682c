package pricing

import (
	"github.com/shopspring/decimal"

	"gateway/domain/money"
)

// Quote is one amount and what becomes of it. Fee + VAT + Net = Gross, and none
// of them is negative. VATRate is the rate it was computed with, in percent.
type Quote struct {
	Gross   decimal.Decimal `json:"gross"`
	Fee     decimal.Decimal `json:"fee"`
	VAT     decimal.Decimal `json:"vat"`
	Net     decimal.Decimal `json:"net"`
	VATRate decimal.Decimal `json:"vat_rate"`
}

// TotalFee is fee + VAT: `biayavat` of a callback.
func (q Quote) TotalFee() decimal.Decimal { return q.Fee.Add(q.VAT) }

// Compute quotes the amount. Without includeVAT the VAT is 0 and the fee is the
// one without VAT, also where the rate includes it.
//
// A charge beyond the amount is cut to it: net 0. What is then taken still holds
// its VAT, so the amount is parted like a VAT-inclusive one: VAT = amount x
// r/(100+r), rounded once, fee = the rest (all of it without includeVAT).
func Compute(amount decimal.Decimal, rate Rate, vatRate decimal.Decimal, includeVAT bool) Quote {
	fee, vat := rate.charge(amount, vatRate, includeVAT)
	if fee.Add(vat).GreaterThan(amount) {
		fee, vat = amount, money.Zero
		if includeVAT {
			fee, vat = VAT(amount, vatRate, true)
		}
	}
	return Quote{Gross: amount, Fee: fee, VAT: vat, Net: amount.Sub(fee).Sub(vat), VATRate: vatRate}
}

// Charge is the cost of a transfer, which comes on top of the amount instead of
// out of it. Total = Fee + VAT.
type Charge struct {
	Total   decimal.Decimal `json:"total"`
	Fee     decimal.Decimal `json:"fee"`
	VAT     decimal.Decimal `json:"vat"`
	VATRate decimal.Decimal `json:"vat_rate"`
}

// Transfer computes what a bank transfer of the amount costs: Total is
// `biaya_penarikan`.
func Transfer(amount decimal.Decimal, rate Rate, vatRate decimal.Decimal) Charge {
	fee, vat := rate.charge(amount, vatRate, true)
	return Charge{Total: fee.Add(vat), Fee: fee, VAT: vat, VATRate: vatRate}
}
