package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	cmd := OpenCmd{ProviderID: "prov-1", InvoiceURL: "https://pay.example/1", At: noon}
	open := func(s State) ([]domain.Event, error) { return Open(s, cmd) }
	sooner := cmd
	sooner.ExpiresAt = noon
	openedSooner := opened
	openedSooner.ExpiresAt = noon
	openedPaid := opened
	openedPaid.Identity = identity("OVO")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: open, Refused: "payment_not_found"},
		{Name: "twice", Given: openPayment, When: open},
		{Name: "after the provider refused it", Given: failedPayment, When: open},
		{Name: "expires as asked for", Given: eventsOf(requested), When: open, Then: eventsOf(opened)},
		{
			Name: "expires when the provider says", Given: eventsOf(requested),
			When: func(s State) ([]domain.Event, error) { return Open(s, sooner) }, Then: eventsOf(openedSooner),
		},
		{Name: "paid before the provider's answer came", Given: eventsOf(requested, paid), When: open, Then: eventsOf(openedPaid)},
		{Name: "expired before the provider's answer came", Given: eventsOf(requested, expired), When: open, Then: eventsOf(opened)},
	})
	if s := Aggregate.Fold(State{}, requested, paid, openedPaid); s.Status != StatusPaid {
		t.Errorf("opening a paid payment made it %s", s.Status)
	}
}

func TestRefuse(t *testing.T) {
	t.Parallel()
	refuse := func(s State) ([]domain.Event, error) { return Refuse(s, "provider_refused", "no", noon) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: refuse, Refused: "payment_not_found"},
		{Name: "twice", Given: failedPayment, When: refuse},
		{Name: "open", Given: openPayment, When: refuse},
		{Name: "paid", Given: eventsOf(requested, paid), When: refuse},
		{Name: "requested", Given: eventsOf(requested), When: refuse, Then: eventsOf(refused)},
	})
}
