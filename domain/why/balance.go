package why

import (
	"slices"
	"strconv"

	"gateway/domain/ledger"
)

// BalanceFacts holds the facts from which the answer for a balance is made.
type BalanceFacts struct {
	ClientID int64
	Totals   ledger.Totals
	// Last is the newest event of the balance's stream.
	Last Place
	// Owed is the event that last raised what the client owes; zero if it owes nothing.
	Owed Place
	// Parts holds the answers of the open payouts, of the refunds and disputes with money that is held, and of the
	// payments with money that is held, under review or not posted.
	Parts []Answer
}

// ofMoney lists the reasons why money is not withdrawable, or not yet.
var ofMoney = []Code{
	WrongAmount, SecondPayment, OrderPaid, RefundAwaited, HeldUntilSettled, NotPosted, WaitsForApproval, SecondSignature,
	ApprovalIsRunning, NotSent, PayoutsStopped, TransferByHand, NotAnswered, OutcomeUnknown, FloatEmpty, InTransfer,
	RefundForOwner, RefundForStaff, RefundNotSent, RefundNotAnswered, RefundAtProvider,
	DisputeUnanswered, DisputeToForward, DisputeUnderReview, DisputeToBeTaken,
}

// OfBalance explains what keeps a client's money from being withdrawable. Each reason names the payment, payout, refund
// or dispute that it is about.
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
			if slices.Contains(ofMoney, r.Code) && !b.has(r) {
				b.add(r)
			}
		}
	}
	b.addWorld(w, f.Last, "balances", "payouts", "holds", "suspense")
	return b.answer(f.Last)
}

// has reports whether a reason is in the answer already: a payment names its refunds and disputes too.
func (b *builder) has(r Reason) bool {
	return slices.ContainsFunc(b.Reasons, func(known Reason) bool { return known.Code == r.Code && known.About == r.About })
}
