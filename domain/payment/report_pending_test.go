package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/report"
)

// A payment does not end while a notification claims that money arrived and the provider has not answered
// about it.
func TestAPaymentWithAPendingReportDoesNotEnd(t *testing.T) {
	t.Parallel()
	reported := Reported{Identity: identity("INVOICE"), News: News{Receipt: receiptOf("pay-1", "100000"), Status: report.Paid}, At: noon}
	contradicted := Contradicted{Identity: identity("INVOICE"), News: reported.News, Here: StatusPending, Contradiction: NotConfirmed, At: later}
	waiting := eventsOf(requested, opened, reported)
	disbelieved := eventsOf(requested, opened, reported, contradicted)
	cancel := func(s State) ([]domain.Event, error) { return Cancel(s, 7, later) }
	replaces := func(s State) ([]domain.Event, error) { return StartChain(s, 7, later) }
	expire := func(s State) ([]domain.Event, error) { return Expire(s, later) }
	replace := func(s State) ([]domain.Event, error) {
		return Replace(s, Identity{TransactionID: "INV-7-2", ID: 2}, later)
	}
	replaced := Replaced{Identity: identity("INVOICE"), By: "INV-7-2", NewerID: 2, ExpiresAt: later, At: later}
	ended := func(reason, by string) Expired {
		return Expired{Identity: identity("INVOICE"), ProviderID: "prov-1", PreviousStatus: StatusPending, Reason: reason, ReplacedBy: by, At: later}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "cancelled", Given: waiting, When: cancel, Refused: "report_pending"},
		{Name: "named by replaces", Given: waiting, When: replaces, Refused: "report_pending"},
		{Name: "named by replaces after it expired", Given: eventsOf(requested, opened, expired, reported), When: replaces, Refused: "report_pending"},
		{Name: "cancelled after it expired", Given: eventsOf(requested, opened, expired, reported), When: cancel},
		{Name: "its time is over", Given: waiting, When: expire},
		{Name: "replaced by a newer one that was requested before the report", Given: waiting, When: replace, Then: eventsOf(replaced)},
		{Name: "replaced, and then disbelieved", Given: append(waiting[:3:3], replaced, contradicted), When: expire, Then: eventsOf(ended(ReasonReplaced, "INV-7-2"))},
		{Name: "cancelled after the report was disbelieved", Given: disbelieved, When: cancel, Then: eventsOf(ended(ReasonCancelled, ""))},
		{Name: "its time is over after the report was disbelieved", Given: disbelieved, When: expire, Then: eventsOf(ended("", ""))},
		{Name: "named by replaces after the report was disbelieved", Given: disbelieved, When: replaces, Then: eventsOf(Chained{Identity: identity("INVOICE"), Chain: "INV-7-1", At: later})},
	})
}
