package notice_test

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/domaintest"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/person"
	"gateway/test/rupiah"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func given() notice.Given {
	return notice.Given{
		Key: "attention-7-2026-01-02", ClientID: 7, Kind: mail.KindAttention, Day: "2026-01-02", Covers: []string{"a"},
		Recipients: []notice.Recipient{
			{PersonID: 7, Email: "toko@example.com", Items: []string{"endpoint_failing 3", "recovered 5.00"}},
			{PersonID: 9, Email: "ani@example.com", Language: person.LanguageEnglish, Items: []string{"endpoint_failing 3"}},
		},
		Values: map[string]string{"amount": "5.00"}, Until: noon.Add(time.Hour), At: noon,
	}
}

func TestANoticeIsGivenOnce(t *testing.T) {
	t.Parallel()
	give := func(g notice.Given) func(notice.State) ([]domain.Event, error) {
		return func(s notice.State) ([]domain.Event, error) { return notice.Give(s, g) }
	}
	other, none := given(), given()
	other.Recipients = other.Recipients[:1]
	none.Recipients = []notice.Recipient{}
	domaintest.Run(t, notice.Aggregate, []domaintest.Case[notice.State]{
		{Name: "the first", When: give(given()), Then: []domain.Event{given()}},
		{Name: "again", Given: []domain.Event{given()}, When: give(given())},
		{Name: "again, to others", Given: []domain.Event{given()}, When: give(other)},
		{Name: "to none is given, too", When: give(none), Then: []domain.Event{none}},
		{Name: "after one to none", Given: []domain.Event{none}, When: give(given())},
	})
}

func TestANoticeAsksForAMailToEachRecipientWithALinkOfItsOwn(t *testing.T) {
	t.Parallel()
	mails := given().Mails()
	if len(mails) != 2 {
		t.Fatalf("%d mails", len(mails))
	}
	for i, want := range []mail.Mail{
		{To: "toko@example.com", Link: mail.Link{Purpose: mail.PurposeMailsOff, ClientID: 7, PersonID: 7, Number: 3}},
		{To: "ani@example.com", Link: mail.Link{Purpose: mail.PurposeMailsOff, ClientID: 7, PersonID: 9, Number: 3}},
	} {
		got := mails[i]
		if got.To != want.To || got.Link != want.Link || got.Kind != mail.KindAttention || got.ClientID != 7 || got.At != noon || got.Until != noon.Add(time.Hour) {
			t.Errorf("mail %d: %+v", i, got)
		}
		if items := mail.Listed(got.Values); !slices.Equal(items, given().Recipients[i].Items) || got.Values["amount"] != "5.00" || got.Values["client_id"] != "7" {
			t.Errorf("mail %d says %v", i, got.Values)
		}
	}
	if mails[0].Values[notice.ValueLanguage] != "" || mails[1].Values[notice.ValueLanguage] != person.LanguageEnglish {
		t.Error("the languages are mixed up")
	}
	if len(given().Values) != 1 {
		t.Error("the values of the event were changed")
	}
}

func TestItemsGoToThoseWhomTheyConcern(t *testing.T) {
	t.Parallel()
	items := []string{notice.Item(notice.ItemEndpoint, "3"), notice.Item(notice.ItemRecovered, "5.00")}
	people := person.State{ClientID: 7, People: []person.Person{
		{ID: 7, Email: "toko@example.com", Role: person.RoleOwner, Status: person.StatusActive},
		{ID: 8, Email: "uang@example.com", Role: person.RoleFinance, Status: person.StatusActive, Language: "id"},
		{ID: 9, Email: "kode@example.com", Role: person.RoleDeveloper, Status: person.StatusActive},
		{ID: 10, Email: "lihat@example.com", Role: person.RoleViewer, Status: person.StatusActive},
		{ID: 11, Email: "baru@example.com", Role: person.RoleOwner, Status: person.StatusInvited},
		{ID: 12, Email: "diam@example.com", Role: person.RoleOwner, Status: person.StatusActive, MailsOff: []string{mail.KindAttention}},
	}}
	got := map[int64][]string{}
	for _, r := range notice.To(people, mail.KindAttention, func(role string) []string { return notice.ItemsFor(role, items) }) {
		got[r.PersonID] = r.Items
	}
	want := map[int64][]string{7: items, 8: items[1:], 9: items[:1]}
	if len(got) != len(want) {
		t.Errorf("told %v", got)
	}
	for id, its := range want {
		if !slices.Equal(got[id], its) {
			t.Errorf("person %d is told %v", id, got[id])
		}
	}
	if all := notice.To(people, mail.KindPayoutDone, nil); len(all) != 3 || all[1].Language != "id" || all[2].PersonID != 12 {
		t.Errorf("of a payout: %+v", all)
	}
	if none := notice.To(people, mail.KindPasswordReset, nil); none == nil || len(none) > 0 {
		t.Errorf("of a kind that is no notice: %+v", none)
	}
}

func TestAMailAboutAPayoutHasTheEndOfTheAccountNumberAlone(t *testing.T) {
	t.Parallel()
	for number, shown := range map[string]string{"1234567890": "7890", "7890": "7890", "12": "12", "": ""} {
		facts := notice.PayoutFacts(balance.PayoutCompleted{Order: balance.Order{
			Kind: balance.Settlement, ID: 4, Amount: rupiah.Of(150_000), Bank: "BCA", AccountNumber: number, ExternalID: "A-1",
		}})
		want := map[string]string{
			notice.ValueKind: "settlement", notice.ValuePayout: "4", notice.ValueAmount: "150000.00", notice.ValueBank: "BCA",
			notice.ValueAccount: shown, notice.ValueExternal: "A-1",
		}
		for name, value := range want {
			if facts[name] != value {
				t.Errorf("%q: %s is %q", number, name, facts[name])
			}
		}
		if len(facts) != len(want) {
			t.Errorf("%v", facts)
		}
	}
}
