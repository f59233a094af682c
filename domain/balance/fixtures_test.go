package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/test/rupiah"
)

var (
	noon  = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	later = noon.Add(time.Hour)
)

const client = int64(7)

// moved reads: about what, the totals after it, then account and amount in turn.
func moved(at time.Time, reference, available, unsettled, held string, postings ...string) Movement {
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

// The life of one withdrawal of 50,000 by a client who has 100,000.
var (
	w1     = order(Withdrawal, 1, "WD-1")
	w2     = order(Withdrawal, 2, "WD-2")
	s1     = order(Settlement, 1, "ST-1")
	funded = Adjusted{
		ClientID: client, Amount: rupiah.Of("100000"), Reason: "start", By: "admin:1",
		Movement: moved(noon, "adj-1", "100000", "0", "0", "provider:clearing", "-100000", "client:7:available", "100000"),
	}
	hold      = moved(noon, "WD-1", "45000", "0", "55000", "client:7:available", "-55000", "client:7:held", "55000")
	back      = moved(later, "WD-1", "100000", "0", "0", "client:7:held", "-55000", "client:7:available", "55000")
	out       = moved(later, "WD-1", "45000", "0", "0", "client:7:held", "-55000", "bank:payouts", "50000", "revenue:fees", "4504.5", "tax:vat", "495.5")
	requested = WithdrawalRequested{Order: w1, Movement: hold}
	approved  = PayoutApproved{Order: w1, By: "admin:1", At: noon}
	manual    = PayoutApproved{Order: w1, Manual: true, By: "admin:1", At: noon}
	submitted = PayoutSubmitted{Order: w1, IdempotencyKey: "key-1", At: noon}
	accepted  = PayoutAccepted{Order: w1, ProviderID: "prov-1", At: noon}
	unknown   = PayoutUnknown{Order: w1, Reason: "timeout", At: noon}
	rejected  = PayoutRejected{Order: w1, Movement: back, By: "admin:1", Reason: "no"}
	cancelled = PayoutCancelled{Order: w1, Movement: back}
	completed = PayoutCompleted{Order: w1, Movement: out, ProviderID: "prov-1", TransferredBy: "provider", TransferAt: noon}
	byHand    = PayoutCompleted{Order: w1, Movement: out, TransferredBy: "Budi", TransferAt: noon}
	failed    = PayoutFailed{Order: w1, Movement: back, ProviderID: "prov-1", By: "provider", Reason: "closed account"}
	failedBy  = PayoutFailed{Order: w1, Movement: back, By: "admin:1", Reason: "not sent"}
	reversed  = PayoutReversed{
		Order: Order{
			Kind: Withdrawal, ID: 1, ClientID: client, ExternalID: "WD-1",
			Amount: rupiah.Of("50000"), Fee: rupiah.Of("5000"), FeeVAT: rupiah.Of("495.5"), Total: rupiah.Of("55000"),
		},
		Movement:   moved(later, "WD-1", "100000", "0", "0", "client:7:available", "55000", "bank:payouts", "-50000", "revenue:fees", "-4504.5", "tax:vat", "-495.5"),
		ProviderID: "prov-1", Reason: "returned",
	}
)

// Stories that cases start from.
var (
	pendingStory    = story(funded, requested)
	processingStory = story(funded, requested, approved)
	manualStory     = story(funded, requested, manual)
	submittedStory  = story(funded, requested, approved, submitted)
	acceptedStory   = story(funded, requested, approved, submitted, accepted)
	unknownStory    = story(funded, requested, approved, submitted, unknown)
	rejectedStory   = story(funded, requested, rejected)
	cancelledStory  = story(funded, requested, cancelled)
	completedStory  = story(funded, requested, approved, submitted, accepted, completed)
	byHandStory     = story(funded, requested, manual, byHand)
	failedStory     = story(funded, requested, approved, submitted, accepted, failed)
	reversedStory   = story(funded, requested, approved, submitted, accepted, completed, reversed)
)

func story(events ...domain.Event) []domain.Event { return events }

type decision = func(State) ([]domain.Event, error)
