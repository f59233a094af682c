package account

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestNormalizeEmail(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		" Toko@Example.COM\n":  "toko@example.com",
		"a@b":                  "a@b",
		"ä+1@beispiel.example": "ä+1@beispiel.example",
	} {
		if got, err := NormalizeEmail(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, in := range []string{
		"", " ", "toko", "@b", "a@", "a@b@c", "a b@c", "a\n@b", "a\x00@b", "a\r\nbcc:x@b", "\xff@b", strings.Repeat("a", 254) + "@b",
	} {
		if got, err := NormalizeEmail(in); domaintest.Refusal(err) != "invalid_field email" {
			t.Errorf("%q was taken as %q, %v", in, got, err)
		}
	}
}

func TestEveryRepresentationOfAnAddressHasOneStream(t *testing.T) {
	t.Parallel()
	if EmailID(" Toko@Example.com ") != EmailID("toko@example.com") || EmailID("a@b") == EmailID("a@c") {
		t.Error("addresses and streams do not correspond")
	}
	if got := EmailAggregate.Stream(EmailID("a@b")); len(got) != len("email-")+64 {
		t.Error(got)
	}
}

func TestClaim(t *testing.T) {
	t.Parallel()
	claimed, freed := EmailClaimed{ClientID: 7, At: noon}, EmailReleased{ClientID: 7, At: noon}
	claim := func(id int64) func(EmailState) ([]domain.Event, error) {
		return func(s EmailState) ([]domain.Event, error) { return ClaimEmail(s, Owner(id), noon) }
	}
	release := func(id int64) func(EmailState) ([]domain.Event, error) {
		return func(s EmailState) ([]domain.Event, error) { return ReleaseEmail(s, Owner(id), noon) }
	}
	lapsed := EmailAggregate.Fold(EmailState{}, claimed)
	takeOver := func(s EmailState) ([]domain.Event, error) { return TakeOverEmail(s, lapsed, Owner(8), noon) }
	others := EmailClaimed{ClientID: 8, At: noon}
	ani := EmailHolder{ClientID: 7, PersonID: 9}
	anis := EmailClaimed{ClientID: 7, PersonID: 9, At: noon}
	claimForAni := func(s EmailState) ([]domain.Event, error) { return ClaimEmail(s, ani, noon) }
	releaseForAni := func(s EmailState) ([]domain.Event, error) { return ReleaseEmail(s, ani, noon) }
	domaintest.Run(t, EmailAggregate, []domaintest.Case[EmailState]{
		{Name: "claim for a person", When: claimForAni, Then: eventsOf(anis)},
		{Name: "claim for a person again", Given: eventsOf(anis), When: claimForAni, Then: eventsOf(anis)},
		{Name: "claim the owner's for another person", Given: eventsOf(claimed), When: claimForAni, Refused: "email_taken"},
		{Name: "claim another person's for the owner", Given: eventsOf(anis), When: claim(7), Refused: "email_taken"},
		{Name: "release the owner's for another person", Given: eventsOf(claimed), When: releaseForAni},
		{Name: "release for a person", Given: eventsOf(anis), When: releaseForAni, Then: eventsOf(freed)},
		{Name: "claim again", Given: eventsOf(claimed), When: claim(7), Then: eventsOf(claimed)},
		{Name: "claim another's of which one claim is left", Given: eventsOf(claimed, claimed, freed), When: claim(8), Refused: "email_taken"},
		{Name: "claim what was released as often", Given: eventsOf(claimed, claimed, freed, freed), When: claim(8), Then: eventsOf(others)},
		{Name: "take over", Given: eventsOf(claimed), When: takeOver, Then: eventsOf(others)},
		{Name: "take over what was claimed since", Given: eventsOf(claimed, claimed), When: takeOver, Refused: "email_taken"},
		{Name: "take over what was released since", Given: eventsOf(claimed, freed), When: takeOver, Then: eventsOf(others)},
		{Name: "release what was taken over", Given: eventsOf(claimed, claimed, others), When: release(7)},
		{Name: "release what one took over from two claims", Given: eventsOf(claimed, claimed, others, EmailReleased{ClientID: 8}), When: claim(9), Then: eventsOf(EmailClaimed{ClientID: 9, At: noon})},
		{Name: "claim another's", Given: eventsOf(claimed), When: claim(8), Refused: "email_taken"},
		{Name: "claim", When: claim(7), Then: eventsOf(claimed)},
		{Name: "claim what was released", Given: eventsOf(EmailClaimed{ClientID: 8}, EmailReleased{ClientID: 8}), When: claim(7), Then: eventsOf(claimed)},
		{Name: "release another's", Given: eventsOf(claimed), When: release(8)},
		{Name: "release", Given: eventsOf(claimed), When: release(7), Then: eventsOf(freed)},
	})
}

func TestAnOldClaimLapsesWhenItsClientHasAnotherAddress(t *testing.T) {
	t.Parallel()
	with := func(email string) State { return Aggregate.Fold(State{}, Registered{ClientID: 7, Email: email}) }
	elsewhere := with("b@example.com")
	claimed := EmailAggregate.Fold(EmailState{}, EmailClaimed{ClientID: 7, At: noon})
	for _, c := range []struct {
		name   string
		holder State
		at     time.Time
		want   bool
	}{
		{"left behind", elsewhere, noon.Add(time.Hour + 1), true},
		{"perhaps in use", elsewhere, noon.Add(time.Hour), false},
		{"the holder's address", with("a@example.com"), noon.Add(time.Hour + 1), false},
		{"of an account that is not opened yet", State{}, noon.Add(time.Hour + 1), false},
	} {
		if claimed.Lapsed("A@example.com", c.holder, c.at) != c.want {
			t.Error(c.name)
		}
	}
}
