package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

func ask(o Order, change ...func(*RequestCmd)) decision {
	cmd := RequestCmd{Order: o, At: noon}
	cmd.Total, cmd.RequestedAt = rupiah.Of("1"), later // what the caller says of these does not count
	for _, c := range change {
		c(&cmd)
	}
	return func(s State) ([]domain.Event, error) {
		if o.Kind == Settlement {
			return RequestSettlement(s, cmd)
		}
		return RequestWithdrawal(s, cmd)
	}
}

func auto(c *RequestCmd)    { c.AutoApprove = true }
func tooMuch(c *RequestCmd) { c.Amount = rupiah.Of("95000.01") }
func tooLittle(c *RequestCmd) {
	c.Amount = rupiah.Of("9999.99")
}

func TestRequestWithdrawal(t *testing.T) {
	t.Parallel()
	w2Held := WithdrawalRequested{Order: w2, Movement: moved(noon, "WD-2", "45000", "0", "55000", "client:7:available", "-55000", "client:7:held", "55000")}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "retry of an open one does nothing, whatever it asks", Given: pendingStory, When: ask(w1, tooLittle)},
		{Name: "retry of a closed one does nothing", Given: rejectedStory, When: ask(w1, tooMuch)},
		{Name: "below the minimum", When: ask(w1, tooLittle), Refused: "invalid_field jumlah"},
		{Name: "three decimals", When: ask(w1, func(c *RequestCmd) { c.Amount = rupiah.Of("10000.001") }), Refused: "invalid_field jumlah"},
		{Name: "beyond the largest amount", When: ask(w1, func(c *RequestCmd) { c.Amount = rupiah.Of("1000000000000.01") }), Refused: "invalid_field jumlah"},
		{Name: "no norek", When: ask(w1, func(c *RequestCmd) { c.AccountNumber = "" }), Refused: "bank_account_missing"},
		{Name: "no bank", When: ask(w1, func(c *RequestCmd) { c.Bank = "" }), Refused: "bank_account_missing"},
		{Name: "another is pending", Given: pendingStory, When: ask(w2, tooMuch), Refused: "pending_withdrawal_exists"},
		{Name: "one sen more than there is", Given: story(funded), When: ask(w1, tooMuch), Refused: "insufficient_balance"},
		{Name: "what is held can't be withdrawn again", Given: processingStory, When: ask(w2), Refused: "insufficient_balance"},
		{Name: "holds amount and fee", Given: story(funded), When: ask(w1), Then: story(requested)},
		{
			Name: "auto-approve sends it on", Given: story(funded), When: ask(w1, auto),
			Then: story(requested, PayoutApproved{Order: w1, By: "auto", At: noon}),
		},
		{Name: "a closed one does not block", Given: cancelledStory, When: ask(w2), Then: story(w2Held)},
		{
			Name:  "a pending settlement does not block",
			Given: story(funded, funded, SettlementRequested{Order: s1, Movement: hold}),
			When:  ask(w1), Then: story(WithdrawalRequested{Order: w1, Movement: moved(noon, "WD-1", "90000", "0", "110000", "client:7:available", "-55000", "client:7:held", "55000")}),
		},
		{
			Name: "a processing one does not block", Given: append(story(funded), processingStory...), When: ask(w2),
			Then: story(WithdrawalRequested{Order: w2, Movement: moved(noon, "WD-2", "90000", "0", "110000", "client:7:available", "-55000", "client:7:held", "55000")}),
		},
	})
}

func TestRequestSettlement(t *testing.T) {
	t.Parallel()
	s1Held := SettlementRequested{Order: s1, Movement: moved(noon, "ST-1", "45000", "0", "55000", "client:7:available", "-55000", "client:7:held", "55000")}
	s2 := order(Settlement, 2, "ST-2")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "retry does nothing", Given: story(funded, s1Held), When: ask(s1, tooLittle)},
		{Name: "below the minimum", When: ask(s1, tooLittle), Refused: "invalid_field jumlah"},
		{Name: "no norek", When: ask(s1, func(c *RequestCmd) { c.AccountNumber = "" }), Refused: "bank_account_missing"},
		{Name: "one sen more than there is", Given: story(funded), When: ask(s1, tooMuch), Refused: "insufficient_balance"},
		{Name: "its id is another than a withdrawal's; auto-approve is not for it", Given: rejectedStory, When: ask(s1, auto), Then: story(s1Held)},
		{
			Name: "any number may be open", Given: story(funded, funded, s1Held), When: ask(s2),
			Then: story(SettlementRequested{Order: s2, Movement: moved(noon, "ST-2", "90000", "0", "110000", "client:7:available", "-55000", "client:7:held", "55000")}),
		},
	})
}

func TestAdjust(t *testing.T) {
	t.Parallel()
	adjust := func(amount, reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return Adjust(s, AdjustCmd{ClientID: client, Amount: rupiah.Of(amount), Reason: reason, By: "admin:1", Reference: "adj-2", At: noon})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a retry does nothing, also when the money is gone", Given: story(funded, Adjusted{
			ClientID: client, Movement: moved(noon, "adj-2", "0", "0", "0", "provider:clearing", "100000", "client:7:available", "-100000"),
		}), When: adjust("-100000", "fix")},
		{Name: "of nothing", When: adjust("0", ""), Refused: "invalid_field amount"},
		{Name: "of three decimals", When: adjust("0.001", ""), Refused: "invalid_field amount"},
		{Name: "beyond the largest amount", When: adjust("-1000000000000.01", ""), Refused: "invalid_field amount"},
		{Name: "without a reason", When: adjust("-1", ""), Refused: "invalid_field reason"},
		{Name: "below zero", Given: story(funded), When: adjust("-100000.01", "fix"), Refused: "insufficient_balance"},
		{Name: "held money is not there to take", Given: pendingStory, When: adjust("-45000.01", "fix"), Refused: "insufficient_balance"},
		{Name: "down to zero", Given: story(funded), When: adjust("-100000", "fix"), Then: story(Adjusted{
			ClientID: client, Amount: rupiah.Of("-100000"), Reason: "fix", By: "admin:1",
			Movement: moved(noon, "adj-2", "0", "0", "0", "provider:clearing", "100000", "client:7:available", "-100000"),
		})},
	})
}
