package balance

import (
	"testing"

	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

func TestRequestSettlement(t *testing.T) {
	t.Parallel()
	requested1 := SettlementRequested{Order: settlement1, Movement: movement(noon, "ST-1", "45000", "0", "55000", "client:7:available", "-55000", "client:7:held", "55000")}
	settlement2 := order(Settlement, 2, "ST-2")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "retry does nothing", Given: eventsOf(funded, requested1), When: requesting(settlement1, tooLittle)},
		{
			Name: "the external_id that the gateway made is another's", Given: eventsOf(funded, funded, requested1),
			When: requesting(order(Settlement, 2, "ST-1"), func(c *RequestCmd) { c.ExternalIDMade = true }), Refused: "external_id_taken",
		},
		{Name: "below the minimum", When: requesting(settlement1, tooLittle), Refused: "invalid_field jumlah"},
		{Name: "not whole rupiah", When: requesting(settlement1, func(c *RequestCmd) { c.Amount = rupiah.Of("10000.5") }), Refused: "invalid_field jumlah"},
		{Name: "no norek", When: requesting(settlement1, func(c *RequestCmd) { c.AccountNumber = "" }), Refused: "bank_account_missing"},
		{Name: "one rupiah more than there is", Given: eventsOf(funded), When: requesting(settlement1, tooMuch), Refused: "insufficient_balance"},
		{Name: "its id is another than a withdrawal's; auto-approve is not for it", Given: rejectedPayout, When: requesting(settlement1, auto), Then: eventsOf(requested1)},
		{
			Name: "any number may be open", Given: eventsOf(funded, funded, requested1), When: requesting(settlement2),
			Then: eventsOf(SettlementRequested{Order: settlement2, Movement: movement(noon, "ST-2", "90000", "0", "110000", "client:7:available", "-55000", "client:7:held", "55000")}),
		},
	})
}
