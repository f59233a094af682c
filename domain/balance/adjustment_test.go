package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

func TestAdjust(t *testing.T) {
	t.Parallel()
	adjust := func(amount, reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return Adjust(s, AdjustCmd{ClientID: client, Amount: rupiah.Of(amount), Reason: reason, By: "admin:1", Reference: "adj-2", At: noon})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a retry does nothing, also when the money is gone", Given: eventsOf(funded, Adjusted{
			ClientID: client, Movement: movement(noon, "adj-2", "0", "0", "0", "equity", "100000", "client:7:available", "-100000"),
		}), When: adjust("-100000", "fix")},
		{Name: "of nothing", When: adjust("0", ""), Refused: "invalid_field amount"},
		{Name: "of three decimals", When: adjust("0.001", ""), Refused: "invalid_field amount"},
		{Name: "beyond the largest amount", When: adjust("-1000000000000.01", ""), Refused: "invalid_field amount"},
		{Name: "without a reason", When: adjust("-1", ""), Refused: "invalid_field reason"},
		{Name: "below zero", Given: eventsOf(funded), When: adjust("-100000.01", "fix"), Refused: "insufficient_balance"},
		{Name: "held money is not there to take", Given: pendingPayout, When: adjust("-45000.01", "fix"), Refused: "insufficient_balance"},
		{Name: "down to zero", Given: eventsOf(funded), When: adjust("-100000", "fix"), Then: eventsOf(Adjusted{
			ClientID: client, Amount: rupiah.Of("-100000"), Reason: "fix", By: "admin:1",
			Movement: movement(noon, "adj-2", "0", "0", "0", "equity", "100000", "client:7:available", "-100000"),
		})},
	})
}
