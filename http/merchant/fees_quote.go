package merchant

import (
	"cmp"

	"gateway/domain"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// maxBulk bounds a bulk calculation. There are far fewer channels.
const maxBulk = 100

func (k calculator) fee(r FeeRequest) (any, error) {
	return k.breakdown("channel_code", cmp.Or(r.ChannelCode, r.PaymentMethod), r.Amount.Value, r.IncludeVAT)
}

func (k calculator) fees(r BulkFeeRequest) (any, error) {
	if len(r.Channels) == 0 || len(r.Channels) > maxBulk {
		return nil, domain.InvalidField("channels", "must name 1 to %d channels", maxBulk)
	}
	all := make([]FeeBreakdown, len(r.Channels))
	for i, code := range r.Channels {
		var err error
		if all[i], err = k.breakdown("channels", code, r.Amount.Value, r.IncludeVAT); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (k calculator) breakdown(field, code string, amount decimal.Decimal, includeVAT *bool) (FeeBreakdown, error) {
	code, rate, err := k.channel(field, code)
	if err != nil {
		return FeeBreakdown{}, err
	}
	q := pricing.Compute(amount, rate, k.vatRate, included(includeVAT))
	return FeeBreakdown{
		ChannelCode: code, Amount: q.Gross, Fee: q.Fee, VAT: q.VAT, VATRate: q.VATRate,
		TotalFee: q.TotalFee(), NetAmount: q.Net, IncludeVAT: included(includeVAT),
	}, nil
}

func (k calculator) amountToPay(r AmountToPayRequest) (any, error) {
	code, rate, err := k.channel("channel_code", cmp.Or(r.ChannelCode, r.PaymentMethod))
	if err != nil {
		return nil, err
	}
	amount, q, err := pricing.AmountToPay(r.NetAmount.Value, rate, k.vatRate, included(r.IncludeVAT))
	if err != nil {
		return nil, err
	}
	return AmountToPay{
		NetAmount: r.NetAmount.Value, ChannelCode: code, AmountToPay: amount, Fee: q.Fee, VAT: q.VAT, TotalFee: q.TotalFee(),
	}, nil
}
