package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestRequest(t *testing.T) {
	t.Parallel()
	request := func(cmd Requested) decision {
		return func(s State) ([]domain.Event, error) { return Request(s, RequestCmd(cmd)) }
	}
	free := requested
	free.Rates = nil
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "again goes on with what is there", Given: failedStory, When: request(free)},
		{Name: "without a rate", When: request(free), Refused: "invalid_field channel_code"},
		{Name: "opens the stream", When: request(requested), Then: story(requested)},
	})
}

func TestOpen(t *testing.T) {
	t.Parallel()
	cmd := OpenCmd{ProviderID: "prov-1", InvoiceURL: "https://pay.example/1", At: noon}
	open := func(s State) ([]domain.Event, error) { return Open(s, cmd) }
	sooner := cmd
	sooner.ExpiresAt = noon
	openedSooner := opened
	openedSooner.ExpiresAt = noon
	openedPaid := opened
	openedPaid.Identity = by("OVO")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: open, Refused: "payment_not_found"},
		{Name: "twice", Given: openStory, When: open},
		{Name: "after the provider refused it", Given: failedStory, When: open},
		{Name: "expires as asked for", Given: story(requested), When: open, Then: story(opened)},
		{
			Name: "expires when the provider says", Given: story(requested),
			When: func(s State) ([]domain.Event, error) { return Open(s, sooner) }, Then: story(openedSooner),
		},
		{Name: "paid before the provider's answer came", Given: story(requested, paid), When: open, Then: story(openedPaid)},
		{Name: "expired before the provider's answer came", Given: story(requested, expired), When: open, Then: story(opened)},
	})
	if s := Aggregate.Fold(State{}, requested, paid, openedPaid); s.Status != StatusPaid {
		t.Errorf("opening a paid payment made it %s", s.Status)
	}
}

func TestRefuseAndExpire(t *testing.T) {
	t.Parallel()
	refuse := func(s State) ([]domain.Event, error) { return Refuse(s, "provider_refused", "no", noon) }
	expire := func(s State) ([]domain.Event, error) { return Expire(s, noon) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "refuse what was never requested", When: refuse, Refused: "payment_not_found"},
		{Name: "refuse twice", Given: failedStory, When: refuse},
		{Name: "refuse what is open", Given: openStory, When: refuse},
		{Name: "refuse what is paid", Given: story(requested, paid), When: refuse},
		{Name: "refuse", Given: story(requested), When: refuse, Then: story(refused)},
		{Name: "expire what was never requested", When: expire, Refused: "payment_not_found"},
		{Name: "expire twice", Given: expiredStory, When: expire},
		{Name: "expire what failed", Given: failedStory, When: expire},
		{Name: "paid beats expired", Given: paidStory, When: expire},
		{Name: "settled beats expired", Given: settledStory, When: expire},
		{Name: "money for it waits for a decision", Given: mismatchStory, When: expire},
		{Name: "expire once the money was refunded", Given: story(requested, opened, tooMuch, refunded), When: expire, Then: story(expired)},
		{Name: "expire", Given: openStory, When: expire, Then: story(expired)},
	})
}
