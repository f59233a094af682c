package balance_test

import (
	"fmt"
	"time"

	"gateway/domain/balance"
	"gateway/test/rupiah"
)

// Given a client who has 100,000, when the client requests a withdrawal of 50,000 that costs 5,000, then
// 55,000 are held. A second withdrawal is refused while the first one is pending.
func ExampleRequestWithdrawal() {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

	// Given
	adjusted, _ := balance.Adjust(balance.State{}, balance.AdjustCmd{
		ClientID: 7, Amount: rupiah.Of("100000"), Reason: "opening balance", By: "admin:1", Reference: "adj-1", At: noon,
	})
	state := balance.Aggregate.Fold(balance.State{}, adjusted...)

	// When
	cmd := balance.RequestCmd{
		Order: balance.Order{
			ID: 1, ClientID: 7, ExternalID: "WD-1", Bank: "BCA", AccountNumber: "1234567890",
			Amount: rupiah.Of("50000"), Fee: rupiah.Of("5000"), FeeVAT: rupiah.Of("495.5"),
		},
		At: noon,
	}
	events, err := balance.RequestWithdrawal(state, cmd)

	// Then
	for _, e := range events {
		fmt.Println(e.EventType(), err)
	}
	state = balance.Aggregate.Fold(state, events...)
	fmt.Println("available", state.Totals.Available, "held", state.Totals.Held)

	cmd.ID, cmd.ExternalID = 2, "WD-2"
	_, err = balance.RequestWithdrawal(state, cmd)
	fmt.Println(err)
	// Output:
	// withdrawal.requested.v1 <nil>
	// available 45000 held 55000
	// pending_withdrawal_exists: another withdrawal is still pending
}
