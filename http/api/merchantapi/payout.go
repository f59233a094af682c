package merchantapi

import (
	"context"
	"errors"
	"slices"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/http/api"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/payoutservice"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

func parseWithdrawal(body []byte) (payoutservice.Request, error) {
	r, err := envelope.Parse[WithdrawalRequest](body)
	return checkPayout(r.Amount, r.AmountAlias, err, payoutservice.Request{URL: r.URL, By: r.By, ExternalID: r.ExternalID})
}

func parseSettlement(body []byte) (payoutservice.Request, error) {
	r, err := envelope.Parse[SettlementRequest](body)
	return checkPayout(r.Amount, r.AmountAlias, err, payoutservice.Request{
		AccountNumber: r.AccountNumber, Bank: r.Bank, Purpose: r.Purpose, URL: r.URL, By: r.By, ExternalID: r.ExternalID,
	})
}

// checkPayout sets the amount of a request, and names all its wrong fields at once: those in err, the error of
// reading the body, the amount and the URL.
func checkPayout(amount, alias Amount, err error, r payoutservice.Request) (payoutservice.Request, error) {
	var wrong error
	r.Amount, wrong = payoutAmount(amount, alias)
	return r, domain.Together(err, unlessRefused("amount", err, wrong), envelope.CheckURL("url", r.URL))
}

// unlessRefused returns the error wrong, unless err already blames the field.
func unlessRefused(field string, err, wrong error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && slices.ContainsFunc(refusal.Fields(), func(r *domain.Refusal) bool { return r.Field == field }) {
		return nil
	}
	return wrong
}

// payoutAmount returns `jumlah`, or its other name `amount`. It refuses two that differ.
func payoutAmount(amount, alias Amount) (decimal.Decimal, error) {
	if amount.Set && alias.Set && !amount.Value.Equal(alias.Value) {
		return decimal.Decimal{}, domain.InvalidField("amount", "differs from jumlah")
	}
	if !amount.Set {
		amount = alias
	}
	if !amount.Set {
		return decimal.Decimal{}, domain.InvalidField("jumlah", "is required")
	}
	return amount.Value, nil
}

// listPayouts makes the operation that answers with a page of the client's payouts of one kind.
func listPayouts[P ListOwnWithdrawalsParams | ListOwnSettlementsParams](a *API, kind string) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		params := ListOwnWithdrawalsParams(p)
		in, err := span(a.Balances.Calendar, params.From, params.To)
		selection, wrong := listing.Selection(params.AmountFrom, params.AmountTo, string(params.Sort), in.From)
		if err = domain.Together(err, wrong); err != nil {
			envelope.Fail(c, err)
			return
		}
		filter := payoutrows.PayoutFilter{
			ClientID: auth.ClientID(c), Kind: kind, Status: params.Status, From: in.From, To: in.To, Selection: selection,
		}
		request := listing.Request{
			Name: "payouts", Filter: filter, Page: params.Shown(), After: params.After, ByAmount: selection.Sort.ByAmount(),
		}
		listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]payoutrows.Payout, int64, error) {
			return a.Queries.ClientPayouts(ctx, filter, page)
		})
	}
}

// decisionTimes returns how long decisions take, without the kinds of which too few were made.
func (a *API) decisionTimes(ctx context.Context) ([]api.DecisionTime, error) {
	times := []api.DecisionTime{}
	for _, of := range []struct {
		kind string
		use  payoutservice.Kind
	}{{balance.Withdrawal, a.Payouts.Withdrawals()}, {balance.Settlement, a.Payouts.Settlements()}} {
		d, known, err := of.use.TimeToDecide(ctx)
		if err != nil {
			return nil, err
		}
		if known {
			times = append(times, api.DecisionTime{
				Kind: of.kind, UsualSeconds: int64(d.Usual.Seconds()), MostlySeconds: int64(d.Mostly.Seconds()), Decided: d.Decided,
			})
		}
	}
	return times, nil
}
