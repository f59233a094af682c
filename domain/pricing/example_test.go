package pricing_test

import (
	"fmt"

	"gateway/domain/pricing"
	"gateway/test/rupiah"
)

// OVO charges 1.5 % of the amount, and 11 % VAT on that fee.
func ExampleCompute() {
	rate, _ := pricing.DefaultRate("OVO")
	q := pricing.Compute(rupiah.Of("100000"), rate, pricing.DefaultVATRate, true)
	fmt.Println("fee", q.Fee, "VAT", q.VAT, "net", q.Net)
	// Output: fee 1500 VAT 165 net 98335
}

// The amount that a customer has to pay so that the merchant gets 98,335.
func ExampleAmountToPay() {
	rate, _ := pricing.DefaultRate("OVO")
	amount, q, err := pricing.AmountToPay(rupiah.Of("98335"), rate, pricing.DefaultVATRate, true)
	fmt.Println("pay", amount, "net", q.Net, err)
	// Output: pay 100000 net 98335 <nil>
}

// The price of a bank transfer includes its VAT.
func ExampleTransfer() {
	charge := pricing.Transfer(rupiah.Of("50000"), pricing.TransferRate(), pricing.DefaultVATRate)
	fmt.Println("total", charge.Total, "of which VAT", charge.VAT)
	// Output: total 5000 of which VAT 495.5
}
