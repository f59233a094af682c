package why

// Code is a reason. The list is closed: callers may switch over it.
type Code string

// The reasons of a payment.
const (
	NotOpened          Code = "not_opened"            // the provider has not accepted it yet
	ProviderRefused    Code = "provider_refused"      // FAILED
	NotPaid            Code = "not_paid"              // the customer can pay until a time
	ExpiryDue          Code = "expiry_due"            // the time is over, the provider is asked once more
	Expired            Code = "expired"               // it was not paid in time
	Cancelled          Code = "cancelled"             // the client ended it
	Replaced           Code = "replaced"              // a newer payment replaced it
	Closing            Code = "closing"               // the provider must be told that it ended
	Paid               Code = "paid"                  // PAID and credited
	Settled            Code = "settled"               // SETTLED
	WrongAmount        Code = "wrong_amount"          // in suspense
	AmountReleased     Code = "wrong_amount_released" // its money was in suspense, and is credited
	SecondPayment      Code = "second_payment"        // in suspense
	OrderPaid          Code = "order_paid"            // in suspense
	RefundAwaited      Code = "refund_awaited"        // the provider is expected to return it
	Unconfirmed        Code = "unconfirmed"           // the provider must confirm a notification
	Contradicted       Code = "contradicted"          // a report does not fit
	NotConfirmed       Code = "not_confirmed"         // a notification says paid, the provider does not confirm it
	ReversalUnknown    Code = "reversal_unknown"      // money was taken back that never arrived
	ReversalUndecided  Code = "reversal_undecided"    // it is unclear which of several payments was taken back
	Reversed           Code = "reversed"              // money was taken back
	HeldUntilSettled   Code = "held_until_settled"    // credited, not withdrawable yet
	NotPosted          Code = "not_posted"            // not in the balance yet
	ParkedBehind       Code = "parked_behind"         // an earlier event can't be posted
	RecordedByMerchant Code = "recorded_by_merchant"  // moves no money here
)

// The reasons of a payout.
const (
	WaitsForApproval  Code = "waits_for_approval"
	NotSent           Code = "not_sent"
	PayoutsStopped    Code = "payouts_stopped"
	NoConnection      Code = "no_connection"     // no connection to a provider makes it
	FoundAtProvider   Code = "found_at_provider" // the provider has an order for it that the log lacks
	TransferByHand    Code = "transfer_by_hand"
	NotAnswered       Code = "not_answered"
	OutcomeUnknown    Code = "outcome_unknown"
	FloatEmpty        Code = "float_empty"
	InTransfer        Code = "in_transfer"
	PayoutCompleted   Code = "payout_completed"
	PayoutFailed      Code = "payout_failed"
	PayoutRejected    Code = "payout_rejected"
	PayoutCancelled   Code = "payout_cancelled"
	PayoutReversed    Code = "payout_reversed"
	SecondSignature   Code = "second_signature"
	ApprovalIsRunning Code = "approval_running"
)

// The reasons of a withholding slip.
const (
	SlipForStaff    Code = "slip_for_staff"    // the staff are to compare it with its file and the fees
	SlipCredited    Code = "slip_credited"     // its tax is on the balance
	SlipRejected    Code = "slip_rejected"     // the staff found something wrong
	SlipsPostedBack Code = "slips_posted_back" // the slips of its month were above the share of the fees that are left
)

// The reasons of a write-off.
const (
	WriteOffOpen      Code = "write_off_open"      // a part of it has not come back
	WriteOffRecovered Code = "write_off_recovered" // it came back in whole
	WrittenOff        Code = "written_off"         // who asked for it, when and why
	WriteOffGranted   Code = "write_off_granted"   // who granted it
	WriteOffRepaid    Code = "write_off_repaid"    // a credit that repaid a part of it
)

// The reasons of a refund.
const (
	RefundNotHeld     Code = "refund_not_held"     // the balance has not held its money yet
	RefundForOwner    Code = "refund_for_owner"    // the merchant's owner is to approve it
	RefundForStaff    Code = "refund_for_staff"    // the staff are to approve it
	RefundNotSent     Code = "refund_not_sent"     // an attempt is due, also after one that made nothing
	RefundNotAnswered Code = "refund_not_answered" // it is unknown whether the provider has it
	RefundAtProvider  Code = "refund_at_provider"  // the provider is making it
	RefundSucceeded   Code = "refund_succeeded"
	RefundFailed      Code = "refund_failed"
	RefundBounced     Code = "refund_bounced" // it succeeded, and its money came back
	RefundCancelled   Code = "refund_cancelled"
	RefundRejected    Code = "refund_rejected"
)

// The reasons of a dispute.
const (
	DisputeUnanswered  Code = "dispute_unanswered"   // the merchant can answer until a time
	DisputeToForward   Code = "dispute_to_forward"   // the staff are to send the answer to the network
	DisputeUnderReview Code = "dispute_under_review" // the network decides
	DisputeToBeTaken   Code = "dispute_to_be_taken"  // it is lost, and the provider has not taken the money
	DisputeWon         Code = "dispute_won"
	DisputeLost        Code = "dispute_lost" // the provider took the money
)

// The reasons of a callback.
const (
	CallbackDue       Code = "callback_due"
	CallbackRetry     Code = "callback_retry"
	CallbackBehind    Code = "callback_behind"
	CallbackDelivered Code = "callback_delivered"
	CallbackGivenUp   Code = "callback_given_up"
)

// The reasons of a balance, and those of any subject.
const (
	NothingWaits Code = "nothing_waits"
	Owed         Code = "owed"
	HaltedModel  Code = "halted_model"
)

// Whom names the party that must act.
type Whom string

// The parties that a subject can wait for.
const (
	None     Whom = "none"
	Customer Whom = "customer"
	Merchant Whom = "merchant"
	Provider Whom = "provider"
	Gateway  Whom = "gateway" // the program itself, without a person
	Staff    Whom = "staff"   // a person who works for the operator
)

// kind says who must act for a code, and as which code a merchant sees it; empty if a merchant does not see
// it.
type kind struct {
	code     Code
	whom     Whom
	merchant Code
}

// kinds is the closed list of codes, in the order in which reasons are given: what a person must do first,
// then what resolves itself, then how things ended.
var kinds = []kind{
	{FoundAtProvider, Staff, InTransfer},
	{PayoutsStopped, Staff, NotSent},
	{NoConnection, Staff, NotSent},
	{HaltedModel, Staff, ""},
	{ParkedBehind, Staff, NotPosted},
	{WrongAmount, Staff, WrongAmount},
	{SecondPayment, Staff, SecondPayment},
	{OrderPaid, Staff, OrderPaid},
	{ReversalUndecided, Staff, ""},
	{NotConfirmed, Staff, NotConfirmed},
	{SecondSignature, Staff, WaitsForApproval},
	{WaitsForApproval, Staff, WaitsForApproval},
	{RefundForStaff, Staff, RefundForStaff},
	{DisputeToForward, Staff, DisputeToForward},
	{SlipForStaff, Staff, SlipForStaff},
	{TransferByHand, Staff, InTransfer},
	{FloatEmpty, Staff, NotSent},
	{DisputeUnanswered, Merchant, DisputeUnanswered},
	{RefundForOwner, Merchant, RefundForOwner},
	{Owed, Merchant, Owed},
	{OutcomeUnknown, Provider, InTransfer},
	{NotAnswered, Provider, InTransfer},
	{InTransfer, Provider, InTransfer},
	{RefundNotAnswered, Provider, RefundAtProvider},
	{RefundAtProvider, Provider, RefundAtProvider},
	{DisputeUnderReview, Provider, DisputeUnderReview},
	{DisputeToBeTaken, Provider, DisputeToBeTaken},
	{NotPaid, Customer, NotPaid},
	{NotOpened, Provider, NotOpened},
	{Unconfirmed, Provider, Unconfirmed},
	{ReversalUnknown, Provider, ""},
	{RefundAwaited, Provider, RefundAwaited},
	{HeldUntilSettled, Provider, HeldUntilSettled},
	{ExpiryDue, Gateway, ExpiryDue},
	{NotPosted, Gateway, NotPosted},
	{NotSent, Gateway, NotSent},
	{RefundNotHeld, Gateway, RefundNotHeld},
	{RefundNotSent, Gateway, RefundNotSent},
	{ApprovalIsRunning, Gateway, WaitsForApproval},
	{Closing, Gateway, ""},
	{CallbackBehind, Gateway, CallbackBehind},
	{CallbackRetry, Gateway, CallbackRetry},
	{CallbackDue, Gateway, CallbackDue},
	{ProviderRefused, None, ProviderRefused},
	{Expired, None, Expired},
	{Cancelled, None, Cancelled},
	{Replaced, None, Replaced},
	{Settled, None, Settled},
	{Paid, None, Paid},
	{AmountReleased, None, AmountReleased},
	{PayoutReversed, None, PayoutReversed},
	{PayoutCompleted, None, PayoutCompleted},
	{PayoutFailed, None, PayoutFailed},
	{PayoutRejected, None, PayoutRejected},
	{PayoutCancelled, None, PayoutCancelled},
	{RefundBounced, None, RefundBounced},
	{RefundFailed, None, RefundFailed},
	{RefundRejected, None, RefundRejected},
	{RefundCancelled, None, RefundCancelled},
	{RefundSucceeded, None, RefundSucceeded},
	{DisputeWon, None, DisputeWon},
	{DisputeLost, None, DisputeLost},
	{SlipCredited, None, SlipCredited},
	{SlipsPostedBack, None, SlipsPostedBack},
	{SlipRejected, None, SlipRejected},
	{WriteOffOpen, None, ""},
	{WriteOffRecovered, None, ""},
	{WrittenOff, None, ""},
	{WriteOffGranted, None, ""},
	{WriteOffRepaid, None, ""},
	{CallbackDelivered, None, CallbackDelivered},
	{CallbackGivenUp, None, CallbackGivenUp},
	{Reversed, None, Reversed},
	{Contradicted, None, ""},
	{RecordedByMerchant, None, RecordedByMerchant},
	{NothingWaits, None, NothingWaits},
}

// Codes lists all codes, in the order in which an answer gives them.
func Codes() []Code {
	codes := make([]Code, len(kinds))
	for i, k := range kinds {
		codes[i] = k.code
	}
	return codes
}

// find returns the kind of a code and its place in the list. A code outside the list waits for no one, and
// comes last.
func find(code Code) (kind, int) {
	for i, k := range kinds {
		if k.code == code {
			return k, i
		}
	}
	return kind{code: code, whom: None}, len(kinds)
}

// Waits reports whether the code means waiting for a person or a thing.
func (c Code) Waits() bool { return c.Whom() != None }

// Whom returns the party that must act.
func (c Code) Whom() Whom {
	k, _ := find(c)
	return k.whom
}
