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

// ComputeExempt quotes the amount for a client whose fees are without VAT. vatRate is the general rate, which a rate that
// includes the VAT shrinks by; the quote has 0.
func ComputeExempt(amount decimal.Decimal, rate Rate, vatRate decimal.Decimal) Quote {
	q := Compute(amount, rate, vatRate, false)
	q.VATRate = money.Zero
	return q
}

// Transfer computes the price of a bank transfer of the amount. Its Total is
// `biaya_penarikan` in the API.
func Transfer(amount decimal.Decimal, rate Rate, vatRate decimal.Decimal) Charge {
	fee, vat := rate.charge(amount, vatRate, true)
	return Charge{Total: fee.Add(vat), Fee: fee, VAT: vat, VATRate: vatRate}
}

// TransferFor is Transfer for a client whose fees are without VAT, or are not. A price that includes the VAT shrinks by it.
func TransferFor(exempt bool, amount decimal.Decimal, rate Rate, vatRate decimal.Decimal) Charge {
	if !exempt {
		return Transfer(amount, rate, vatRate)
	}
	fee, _ := rate.charge(amount, vatRate, false)
	return Charge{Total: fee, Fee: fee, VAT: money.Zero, VATRate: money.Zero}
}
