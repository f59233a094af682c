package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

func requesting(o Order, change ...func(*RequestCmd)) decision {
	cmd := RequestCmd{Order: o, At: noon}
	cmd.Total, cmd.RequestedAt = rupiah.Of("1"), later // the decision ignores the caller's values
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

func auto(c *RequestCmd) { c.Auto = AutoApproval{On: true, Day: "2026-01-02"} }

func tooMuch(c *RequestCmd) { c.Amount = rupiah.Of("95001") }

func tooLittle(c *RequestCmd) {
	c.Amount = rupiah.Of("9999.99")
}

func TestRequestWithdrawal(t *testing.T) {
	t.Parallel()
	requested2 := WithdrawalRequested{Order: withdrawal2, Movement: movement(noon, "WD-2", "45000", "0", "55000", "client:7:available", "-55000", "client:7:held", "55000")}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "retry of an open one does nothing, whatever it asks", Given: pendingPayout, When: requesting(withdrawal1, tooLittle)},
		{Name: "retry of a closed one does nothing", Given: rejectedPayout, When: requesting(withdrawal1, tooMuch)},
		{
			Name: "the external_id that the gateway made is another's", Given: rejectedPayout,
			When: requesting(order(Withdrawal, 2, "WD-1"), func(c *RequestCmd) { c.ExternalIDMade = true }), Refused: "external_id_taken",
		},
		{Name: "below the minimum", When: requesting(withdrawal1, tooLittle), Refused: "invalid_field jumlah"},
		{Name: "three decimals", When: requesting(withdrawal1, func(c *RequestCmd) { c.Amount = rupiah.Of("10000.001") }), Refused: "invalid_field jumlah"},
		{Name: "not whole rupiah", When: requesting(withdrawal1, func(c *RequestCmd) { c.Amount = rupiah.Of("10000.5") }), Refused: "invalid_field jumlah"},
		{Name: "beyond the largest amount", When: requesting(withdrawal1, func(c *RequestCmd) { c.Amount = rupiah.Of("1000000000000.01") }), Refused: "invalid_field jumlah"},
		{Name: "no norek", When: requesting(withdrawal1, func(c *RequestCmd) { c.AccountNumber = "" }), Refused: "bank_account_missing"},
		{Name: "no bank", When: requesting(withdrawal1, func(c *RequestCmd) { c.Bank = "" }), Refused: "bank_account_missing"},
		{Name: "another is pending", Given: pendingPayout, When: requesting(withdrawal2, tooMuch), Refused: "pending_withdrawal_exists"},
		{Name: "one rupiah more than there is", Given: eventsOf(funded), When: requesting(withdrawal1, tooMuch), Refused: "insufficient_balance"},
		{Name: "what is held can't be withdrawn again", Given: processingPayout, When: requesting(withdrawal2), Refused: "insufficient_balance"},
		{Name: "holds amount and fee", Given: eventsOf(funded), When: requesting(withdrawal1), Then: eventsOf(requested)},
		{
			Name: "auto-approve sends it on", Given: eventsOf(funded), When: requesting(withdrawal1, auto),
			Then: eventsOf(requested, PayoutApproved{Order: withdrawal1, By: "auto", Day: "2026-01-02", At: noon}),
		},
		{Name: "a closed one does not block", Given: cancelledPayout, When: requesting(withdrawal2), Then: eventsOf(requested2)},
		{
			Name:  "a pending settlement does not block",
			Given: eventsOf(funded, funded, SettlementRequested{Order: settlement1, Movement: heldTotal}),
			When:  requesting(withdrawal1), Then: eventsOf(WithdrawalRequested{Order: withdrawal1, Movement: movement(noon, "WD-1", "90000", "0", "110000", "client:7:available", "-55000", "client:7:held", "55000")}),
		},
		{
			Name: "a processing one does not block", Given: append(eventsOf(funded), processingPayout...), When: requesting(withdrawal2),
			Then: eventsOf(WithdrawalRequested{Order: withdrawal2, Movement: movement(noon, "WD-2", "90000", "0", "110000", "client:7:available", "-55000", "client:7:held", "55000")}),
		},
	})
}
