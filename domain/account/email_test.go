package account

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestNormalizeEmail(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		" Toko@Example.COM\n":                   "toko@example.com",
		"a@b":                                   "a@b",
		"\u00e4+1@beispiel.example":             "\u00e4+1@beispiel.example",
		"JOSE\u0301@example.com":                "jos\u00e9@example.com",
		"\u212a@example.com":                    "k@example.com", // the kelvin sign is normalized to k
		"o'neil_{x}=1@a-b.co.id":                "o'neil_{x}=1@a-b.co.id",
		"a.b.c@1.2":                             "a.b.c@1.2",
		"\u0e01\u0e31\u0e19@\u0e44\u0e17\u0e22": "\u0e01\u0e31\u0e19@\u0e44\u0e17\u0e22", // letters with marks
	} {
		if got, err := NormalizeEmail(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
		if again, err := NormalizeEmail(want); err != nil || again != want {
			t.Errorf("%q is normalized again to %q, %v", want, again, err)
		}
	}
	for _, in := range []string{
		"", " ", "toko", "@b", "a@", "a@b@c", "a b@c", "a\n@b", "a\x00@b", "a\r\nbcc:x@b", "\xff@b", strings.Repeat("a", 254) + "@b",
		// Otherwise one mailbox would have an unlimited number of addresses.
		"n1<victim@example.com", "n1<victim@example.com>", "<victim@example.com>", "victim(1)@example.com", "victim@(1)example.com",
		`"victim"@example.com`, `"a b"@example.com`, `a\b@example.com`, "a,b@example.com", "a;b@example.com", "a:b@example.com",
		// These are not valid addresses by the grammar.
		".a@b", "a.@b", "a..b@c", "a@.b", "a@b.", "a@b..c", "a@-b", "a@b-", "a@[127.0.0.1]", "a@b_c", "a@b!c", "a@b/c",
		"\u0301a@b", "a@\u0301b", "a\u202eb@c", "a\u200db@c", "a\u200bb@c", "a\u00a0b@c", "a\uff20b", "a@b\u3002c", "\U0001F600@b",
	} {
		if got, err := NormalizeEmail(in); domaintest.Refusal(err) != "invalid_field email" {
			t.Errorf("%q was taken as %q, %v", in, got, err)
		}
	}
}

// Normalizing a normalized address again changes nothing, for every letter.
func TestANormalizedEmailStaysAsItIs(t *testing.T) {
	t.Parallel()
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		email, err := NormalizeEmail("a" + string(r) + "@b")
		if err != nil {
			continue
		}
		if again, err := NormalizeEmail(email); err != nil || again != email {
			t.Errorf("%U: %q, then %q, %v", r, email, again, err)
		}
		if EmailID(email) != EmailID(strings.ToUpper(email)) && unicode.ToLower(unicode.ToUpper(r)) == r && len(email) == 3+utf8.RuneLen(r) {
			t.Errorf("%U: another case has another claim", r)
		}
	}
}

func TestAnAddressIsFoundInEachFormThatItWasStoredIn(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string][]string{
		" Ani@Example.com":       {"ani@example.com"},
		"n1<Victim@example.com>": {"n1<victim@example.com>"},
		"a\u202eB@c":             {"a\u202eb@c"},
		"JOSE\u0301@c":           {"jose\u0301@c", "jos\u00e9@c"},
		"jos\u00e9@c":            {"jos\u00e9@c"},
	} {
		if got := EmailForms(sent); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", sent, got, want)
		}
	}
	if !SameEmail("JOSE\u0301@c", " jos\u00e9@C") || SameEmail("a@b", "a@c") || OlderEmail("jos\u00e9@c") != "jose\u0301@c" {
		t.Error("forms of one address are taken for two, or two for one")
	}
}

// The ids of claims are in existing logs, so they must never change.
func TestTheStreamOfAnAddressIsPermanent(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{
		"toko@example.com":       "906f45791ca54098d296ac21dbd8dd97a57f0980b1459f0324629e92fc3437aa",
		"n1<victim@example.com>": "a35f145b7d4bfebc1a6d0c23605d833edfb7a9e8b7dd3ebb783a5e079d2503b1",
		"jose\u0301@example.com": "70d72e4a4d0b058a595bd869112d4662c14264676acff2c866e0a29888d9d62d",
	} {
		if got := EmailID(email); got != want {
			t.Errorf("%q: %s", email, got)
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
