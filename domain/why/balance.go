package why

import (
	"slices"
	"strconv"

	"gateway/domain/ledger"
)

// BalanceFacts are what the answer for a balance is made of.
type BalanceFacts struct {
	ClientID int64
	Totals   ledger.Totals
	// Last is the newest event of the balance's stream.
	Last Place
	// Owed is the event that last raised what the client owes; zero where it owes nothing.
	Owed Place
	// Parts are the answers of the open payouts, and of the payments with money that is held,
	// under review or not posted.
	Parts []Answer
}

// ofMoney are the reasons for which money is not, or not yet, withdrawable.
var ofMoney = []Code{
	WrongAmount, SecondPayment, OrderPaid, RefundAwaited, HeldUntilSettled, NotPosted, WaitsForApproval, SecondSignature,
	ApprovalIsRunning, NotSent, PayoutsStopped, TransferByHand, NotAnswered, OutcomeUnknown, FloatEmpty, InTransfer,
}

// OfBalance says what money of a client waits for: all that keeps it from being withdrawable,
// each with the payment or payout that it is about.
func OfBalance(f BalanceFacts, w World) Answer {
	b := builder{Answer{Subject: "clients/" + strconv.FormatInt(f.ClientID, 10), ClientID: f.ClientID}}
	if w.Parked != nil {
		b.add(Reason{Code: ParkedBehind, Event: w.Parked.Event, Other: w.Parked.Event.Stream, Detail: w.Parked.Cause})
	}
	if f.Totals.Receivable.IsNegative() {
		b.add(Reason{Code: Owed, Event: f.Owed, Amount: ref(f.Totals.Receivable.Neg())})
	}
	for _, part := range f.Parts {
		for _, r := range part.Reasons {
			if slices.Contains(ofMoney, r.Code) {
				b.add(r)
			}
		}
	}
	b.addWorld(w, f.Last, "balances", "payouts", "holds", "suspense")
	return b.answer(f.Last)
}
