package routing_test

import (
	"testing"

	"gateway/domain/routing"
)

func TestASentenceNamesEveryConditionAndConnection(t *testing.T) {
	t.Parallel()
	got := routing.Sentence([]routing.Rule{
		{
			Kind: routing.Payment, Channels: []string{"BCA", "BNI"}, Clients: []int64{7, 8}, MinAmount: rupiah(5), MaxAmount: rupiah(9),
			Connections: []string{"doku-1", "xendit"},
		},
		{Kind: routing.Payout, Banks: []string{"BRI"}, Connections: []string{"xendit"}},
		{Kind: routing.Payment, Weights: []routing.Weight{{Connection: "xendit", Weight: 70}, {Connection: "doku-1", Weight: 30}}},
	})
	want := "1. payment by BCA or BNI of client 7 or 8 from 5 rupiah up to 9 rupiah: doku-1, then xendit; " +
		"2. payout to BRI: xendit; 3. payment: xendit 70 %, doku-1 30 %"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
