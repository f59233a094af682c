package api

import (
	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/fees"
	"gateway/domain/money"
	"gateway/domain/settings"
	"gateway/eventstore"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

func (a *API) listFeeRates(c *gin.Context) {
	rates, err := a.Queries.FeeRates(c.Request.Context())
	answer(c, rates, err)
}

func (a *API) calculateFee(c *gin.Context)           { calculate(a, c, calculator.fee) }
func (a *API) calculateFees(c *gin.Context)          { calculate(a, c, calculator.fees) }
func (a *API) calculateVAT(c *gin.Context)           { calculate(a, c, calculator.vat) }
func (a *API) calculateWithdrawalFee(c *gin.Context) { calculate(a, c, calculator.withdrawalFee) }
func (a *API) calculateAmountToPay(c *gin.Context)   { calculate(a, c, calculator.amountToPay) }

// calculator answers with the rates that a payment created now would record, but
// for an app's own: a calculation names no app.
type calculator struct {
	rates   settings.FeesState
	vatRate decimal.Decimal
}

func calculate[R any](a *API, c *gin.Context, with func(calculator, R) (any, error)) {
	r, err := envelope.Bind[R](c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rates, _, err := eventstore.Load(c.Request.Context(), a.Log, settings.Fees, settings.Fees.Stream(settings.FeesID))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	data, err := with(calculator{rates: rates, vatRate: a.config.VATRate}, r)
	answer(c, data, err)
}

// channel finds what a channel of any kind charges. A transfer is no channel.
func (k calculator) channel(field, code string) (string, fees.Rate, error) {
	if code == "" {
		return "", fees.Rate{}, domain.InvalidField(field, "is required")
	}
	channel, ok := fees.Lookup(code)
	if !ok {
		return "", fees.Rate{}, domain.InvalidField(field, "names no channel that there is")
	}
	rate, _ := k.rates.Rate(channel.Code)
	return channel.Code, rate, nil
}

// included is include_vat, which is true unless said otherwise.
func included(includeVAT *bool) bool { return includeVAT == nil || *includeVAT }

type vatRequest struct {
	Amount      money.Input `json:"amount" bind:"required"`
	IsInclusive bool        `json:"is_inclusive"`
}

type vatBreakdown struct {
	Amount      decimal.Decimal `json:"amount"`
	Base        decimal.Decimal `json:"base"`
	VAT         decimal.Decimal `json:"vat"`
	VATRate     decimal.Decimal `json:"vat_rate"`
	IsInclusive bool            `json:"is_inclusive"`
}

func (k calculator) vat(r vatRequest) (any, error) {
	base, vat := fees.VAT(r.Amount.Value, k.vatRate, r.IsInclusive)
	return vatBreakdown{Amount: r.Amount.Value, Base: base, VAT: vat, VATRate: k.vatRate, IsInclusive: r.IsInclusive}, nil
}

type withdrawalFeeRequest struct {
	Amount   money.Input `json:"amount" bind:"required"`
	BankCode string      `json:"bank_code" bind:"required"`
}

type withdrawalFee struct {
	Amount   decimal.Decimal `json:"amount"`
	BankCode string          `json:"bank_code"`
	Fee      decimal.Decimal `json:"fee"`
}

func (k calculator) withdrawalFee(r withdrawalFeeRequest) (any, error) {
	to, ok := bank.Find(r.BankCode)
	if !ok {
		return nil, domain.InvalidField("bank_code", "names no bank that there is")
	}
	rate, _ := k.rates.Rate(fees.TransferCode)
	return withdrawalFee{
		Amount: r.Amount.Value, BankCode: to.Code, Fee: fees.Transfer(r.Amount.Value, rate, k.vatRate).Total,
	}, nil
}
