package api

import (
	"cmp"

	"gateway/domain"
	"gateway/domain/fees"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// maxBulk bounds a bulk calculation. There are far fewer channels.
const maxBulk = 100

// feeRequest may name the channel as payment_method, like the usage example of
// section 4.2.
type feeRequest struct {
	Amount        money.Input `json:"amount" bind:"required"`
	ChannelCode   string      `json:"channel_code"`
	PaymentMethod string      `json:"payment_method"`
	IncludeVAT    *bool       `json:"include_vat"`
}

type feeBreakdown struct {
	ChannelCode string          `json:"channel_code"`
	Amount      decimal.Decimal `json:"amount"`
	Fee         decimal.Decimal `json:"fee"`
	VAT         decimal.Decimal `json:"vat"`
	VATRate     decimal.Decimal `json:"vat_rate"`
	TotalFee    decimal.Decimal `json:"total_fee"`
	NetAmount   decimal.Decimal `json:"net_amount"`
	IncludeVAT  bool            `json:"include_vat"`
}

func (k calculator) fee(r feeRequest) (any, error) {
	return k.breakdown("channel_code", cmp.Or(r.ChannelCode, r.PaymentMethod), r.Amount.Value, r.IncludeVAT)
}

type bulkFeeRequest struct {
	Amount     money.Input `json:"amount" bind:"required"`
	Channels   []string    `json:"channels" bind:"required"`
	IncludeVAT *bool       `json:"include_vat"`
}

func (k calculator) fees(r bulkFeeRequest) (any, error) {
	if len(r.Channels) == 0 || len(r.Channels) > maxBulk {
		return nil, domain.InvalidField("channels", "must name 1 to %d channels", maxBulk)
	}
	all := make([]feeBreakdown, len(r.Channels))
	for i, code := range r.Channels {
		var err error
		if all[i], err = k.breakdown("channels", code, r.Amount.Value, r.IncludeVAT); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (k calculator) breakdown(field, code string, amount decimal.Decimal, includeVAT *bool) (feeBreakdown, error) {
	code, rate, err := k.channel(field, code)
	if err != nil {
		return feeBreakdown{}, err
	}
	q := fees.Compute(amount, rate, k.vatRate, included(includeVAT))
	return feeBreakdown{
		ChannelCode: code, Amount: q.Gross, Fee: q.Fee, VAT: q.VAT, VATRate: q.VATRate,
		TotalFee: q.TotalFee(), NetAmount: q.Net, IncludeVAT: included(includeVAT),
	}, nil
}

type amountToPayRequest struct {
	NetAmount     money.Input `json:"net_amount" bind:"required"`
	ChannelCode   string      `json:"channel_code"`
	PaymentMethod string      `json:"payment_method"`
	IncludeVAT    *bool       `json:"include_vat"`
}

type amountToPay struct {
	NetAmount   decimal.Decimal `json:"net_amount"`
	ChannelCode string          `json:"channel_code"`
	AmountToPay decimal.Decimal `json:"amount_to_pay"`
	Fee         decimal.Decimal `json:"fee"`
	VAT         decimal.Decimal `json:"vat"`
	TotalFee    decimal.Decimal `json:"total_fee"`
}

func (k calculator) amountToPay(r amountToPayRequest) (any, error) {
	code, rate, err := k.channel("channel_code", cmp.Or(r.ChannelCode, r.PaymentMethod))
	if err != nil {
		return nil, err
	}
	amount, q, err := fees.AmountToPay(r.NetAmount.Value, rate, k.vatRate, included(r.IncludeVAT))
	if err != nil {
		return nil, err
	}
	return amountToPay{
		NetAmount: r.NetAmount.Value, ChannelCode: code, AmountToPay: amount, Fee: q.Fee, VAT: q.VAT, TotalFee: q.TotalFee(),
	}, nil
}
