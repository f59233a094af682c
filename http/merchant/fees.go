package merchant

import (
	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// ListFeeRates is GET /fees/rates.
func (a *API) ListFeeRates(c *gin.Context) {
	rates, err := a.Queries.FeeRates(c.Request.Context())
	answer(c, rates, err)
}

// CalculateFee is POST /fees/calculate.
func (a *API) CalculateFee(c *gin.Context) { calculate(a, c, calculator.fee) }

// CalculateFees is POST /fees/calculate/bulk.
func (a *API) CalculateFees(c *gin.Context) { calculate(a, c, calculator.fees) }

// CalculateVAT is POST /fees/calculate/vat.
func (a *API) CalculateVAT(c *gin.Context) { calculate(a, c, calculator.vat) }

// CalculateWithdrawalFee is POST /fees/calculate/withdrawal.
func (a *API) CalculateWithdrawalFee(c *gin.Context) { calculate(a, c, calculator.withdrawalFee) }

// CalculateAmountToPay is POST /fees/calculate/amount-to-pay.
func (a *API) CalculateAmountToPay(c *gin.Context) { calculate(a, c, calculator.amountToPay) }

// calculator answers with the rates that a payment created now would record, but
// for an app's own: a calculation names no app.
type calculator struct {
	rates   pricing.State
	vatRate decimal.Decimal
}

func calculate[R any](a *API, c *gin.Context, with func(calculator, R) (any, error)) {
	r, err := envelope.Bind[R](c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rates, _, err := eventstore.Load(c.Request.Context(), a.Log, pricing.Aggregate, pricing.Stream())
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	data, err := with(calculator{rates: rates, vatRate: a.config.VATRate}, r)
	answer(c, data, err)
}

// channel finds what a channel of any kind charges. A transfer is no channel.
func (k calculator) channel(field, code string) (string, pricing.Rate, error) {
	if code == "" {
		return "", pricing.Rate{}, domain.InvalidField(field, "is required")
	}
	channel, ok := pricing.Lookup(code)
	if !ok {
		return "", pricing.Rate{}, domain.InvalidField(field, "names no channel that there is")
	}
	rate, _ := k.rates.Rate(channel.Code)
	return channel.Code, rate, nil
}

// included is include_vat, which is true unless said otherwise.
func included(includeVAT *bool) bool { return includeVAT == nil || *includeVAT }

func (k calculator) vat(r VATRequest) (any, error) {
	base, vat := pricing.VAT(r.Amount.Value, k.vatRate, r.IsInclusive)
	return VATBreakdown{Amount: r.Amount.Value, Base: base, VAT: vat, VATRate: k.vatRate, IsInclusive: r.IsInclusive}, nil
}

func (k calculator) withdrawalFee(r WithdrawalFeeRequest) (any, error) {
	to, ok := bank.Find(r.BankCode)
	if !ok {
		return nil, domain.InvalidField("bank_code", "names no bank that there is")
	}
	rate, _ := k.rates.Rate(pricing.TransferCode)
	return WithdrawalFee{
		Amount: r.Amount.Value, BankCode: to.Code, Fee: pricing.Transfer(r.Amount.Value, rate, k.vatRate).Total,
	}, nil
}
