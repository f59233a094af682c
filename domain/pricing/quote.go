package pricing

import (
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Quote splits an amount, in rupiah: Fee + VAT + Net = Gross, and none of them is negative. VATRate is in
// percent.
type Quote struct {
	Gross   decimal.Decimal `json:"gross"`
	Fee     decimal.Decimal `json:"fee"`
	VAT     decimal.Decimal `json:"vat"`
	Net     decimal.Decimal `json:"net"`
	VATRate decimal.Decimal `json:"vat_rate"`
}

// TotalFee is fee + VAT: `biayavat` in a callback.
func (q Quote) TotalFee() decimal.Decimal { return q.Fee.Add(q.VAT) }

// Compute quotes the amount. Without includeVAT the VAT is 0, and the fee is the fee without VAT even if the
// rate includes it.
//
// A charge above the amount is cut to the amount, so that net is 0. The amount is then split as one that
// includes VAT: VAT = amount x r/(100+r), rounded once, and the rest is the fee. Without includeVAT all of it
// is the fee.
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

// Charge is the price of a transfer, in rupiah. It is added to the amount of the transfer.
// Total = Fee + VAT.
type Charge struct {
	Total   decimal.Decimal `json:"total"`
	Fee     decimal.Decimal `json:"fee"`
	VAT     decimal.Decimal `json:"vat"`
	VATRate decimal.Decimal `json:"vat_rate"`
}

// Transfer computes the price of a bank transfer of the amount. Its Total is
// `biaya_penarikan` in the API.
func Transfer(amount decimal.Decimal, rate Rate, vatRate decimal.Decimal) Charge {
	fee, vat := rate.charge(amount, vatRate, true)
	return Charge{Total: fee.Add(vat), Fee: fee, VAT: vat, VATRate: vatRate}
}
