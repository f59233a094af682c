package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

var (
	noon  = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	later = noon.Add(time.Hour)
)

const (
	client     = int64(7)
	reference1 = "withdrawal-7-1-00c0ffee"
	reference2 = "withdrawal-7-1-0ddba115"
)

// movement takes the totals after the movement, and its postings: account and amount alternately.
func movement(at time.Time, reference, available, unsettled, held string, postings ...string) Movement {
	m := Movement{Reference: reference, At: at, After: ledger.Totals{Available: rupiah.Of(available), Unsettled: rupiah.Of(unsettled), Held: rupiah.Of(held)}}
	for i := 0; i < len(postings); i += 2 {
		m.Postings = append(m.Postings, ledger.Posting{Account: postings[i], Amount: rupiah.Of(postings[i+1])})
	}
	return m
}

func order(kind string, id int64, externalID string) Order {
	return Order{
		Kind: kind, ID: id, ClientID: client, ExternalID: externalID,
		Amount: rupiah.Of("50000"), Fee: rupiah.Of("5000"), FeeVAT: rupiah.Of("495.5"), VATRate: rupiah.Of("11"), Total: rupiah.Of("55000"),
		By: "client", Bank: "BCA", AccountNumber: "1234567890", RequestedAt: noon,
	}
}

// atXendit returns the order as events repeat it once a connection was asked for the transfer.
func atXendit(o Order) Order {
	o.Connection = "xendit"
	return o
}

// The life of one withdrawal of 50,000 by a client who has 100,000.
var (
	withdrawal1 = order(Withdrawal, 1, "WD-1")
	withdrawal2 = order(Withdrawal, 2, "WD-2")
	settlement1 = order(Settlement, 1, "ST-1")
	funded      = Adjusted{
		ClientID: client, Amount: rupiah.Of("100000"), Reason: "start", By: "admin:1",
		Movement: movement(noon, "adj-1", "100000", "0", "0", "equity", "-100000", "client:7:available", "100000"),
	}
	heldTotal     = movement(noon, "WD-1", "45000", "0", "55000", "client:7:available", "-55000", "client:7:held", "55000")
	releasedTotal = movement(later, "WD-1", "100000", "0", "0", "client:7:held", "-55000", "client:7:available", "55000")
	paidOutTotal  = movement(later, "WD-1", "45000", "0", "0", "client:7:held", "-55000", "provider:xendit:payouts", "50000", "revenue:fees", "4504.5", "tax:vat", "495.5")
	// A person paid, so the provider's money did not move.
	paidByHandTotal = movement(later, "WD-1", "45000", "0", "0", "client:7:held", "-55000", "bank:operating", "50000", "revenue:fees", "4504.5", "tax:vat", "495.5")
	requested       = WithdrawalRequested{Order: withdrawal1, Movement: heldTotal}
	approved        = PayoutApproved{Order: withdrawal1, By: "admin:1", At: noon}
	manual          = PayoutApproved{Order: withdrawal1, Manual: true, By: "admin:1", At: noon}
	submitted       = PayoutSubmitted{
		Order: atXendit(withdrawal1), IdempotencyKey: reference1, Reference: reference1, ProviderAPI: report.PayoutsV1, Attempt: 1, At: noon,
	}
	floatEmpty = PayoutAttemptFailed{Order: atXendit(withdrawal1), Reference: reference1, ProviderID: "prov-1", Reason: FloatEmpty, At: noon}
	accepted   = PayoutAccepted{Order: atXendit(withdrawal1), ProviderID: "prov-1", At: noon}
	unknown    = PayoutUnknown{Order: atXendit(withdrawal1), Reason: "timeout", At: noon}
	// found is an order that the provider has and the log lacks.
	found = PayoutContradicted{
		Order: atXendit(withdrawal1), Here: StatusProcessing, Contradiction: NotSubmitted, At: noon,
		Reported: Reported{Reference: reference2, ProviderID: "prov-2", Status: report.Completed, Amount: rupiah.Of("50000")},
	}
	rejected  = PayoutRejected{Order: withdrawal1, Movement: releasedTotal, By: "admin:1", Reason: "no"}
	cancelled = PayoutCancelled{Order: withdrawal1, Movement: releasedTotal}
	completed = PayoutCompleted{Order: atXendit(withdrawal1), Movement: paidOutTotal, ApprovedBy: "admin:1", ProviderID: "prov-1", TransferredBy: "provider", TransferAt: noon}
	byHand    = PayoutCompleted{Order: withdrawal1, Movement: paidByHandTotal, ApprovedBy: "admin:1", TransferredBy: "Budi", TransferAt: noon}
	failed    = PayoutFailed{Order: atXendit(withdrawal1), Movement: releasedTotal, ProviderID: "prov-1", By: "provider", Reason: "closed account"}
	failedBy  = PayoutFailed{Order: withdrawal1, Movement: releasedTotal, By: "admin:1", Reason: "not sent"}
	reversed  = PayoutReversed{
		Order: Order{
			Kind: Withdrawal, ID: 1, ClientID: client, ExternalID: "WD-1", Connection: "xendit",
			Amount: rupiah.Of("50000"), Fee: rupiah.Of("5000"), FeeVAT: rupiah.Of("495.5"), Total: rupiah.Of("55000"),
		},
		Movement:   movement(later, "WD-1", "100000", "0", "0", "client:7:available", "55000", "provider:xendit:payouts", "-50000", "revenue:fees", "-4504.5", "tax:vat", "-495.5"),
		ProviderID: "prov-1", Reason: "returned",
	}
)

// The events of a stream in which that withdrawal is pending, processing and so on.
var (
	pendingPayout    = eventsOf(funded, requested)
	processingPayout = eventsOf(funded, requested, approved)
	manualPayout     = eventsOf(funded, requested, manual)
	submittedPayout  = eventsOf(funded, requested, approved, submitted)
	acceptedPayout   = eventsOf(funded, requested, approved, submitted, accepted)
	unknownPayout    = eventsOf(funded, requested, approved, submitted, unknown)
	floatPayout      = eventsOf(funded, requested, approved, submitted, accepted, floatEmpty)
	rejectedPayout   = eventsOf(funded, requested, rejected)
	cancelledPayout  = eventsOf(funded, requested, cancelled)
	completedPayout  = eventsOf(funded, requested, approved, submitted, accepted, completed)
	byHandPayout     = eventsOf(funded, requested, manual, byHand)
	failedPayout     = eventsOf(funded, requested, approved, submitted, accepted, failed)
	heldPayout       = eventsOf(funded, requested, approved, found)
	reversedPayout   = eventsOf(funded, requested, approved, submitted, accepted, completed, reversed)
)

func eventsOf(events ...domain.Event) []domain.Event { return events }

type decision = func(State) ([]domain.Event, error)
