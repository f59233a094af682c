package person_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/mail"
	"gateway/domain/person"
)

func TestAPersonChoosesMails(t *testing.T) {
	t.Parallel()
	choose := func(id int64, off *[]string, language *string) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.ChooseMails(s, person.ChooseMailsCmd{PersonID: id, Off: off, Language: language, By: "client:7/person:7", At: noon})
		}
	}
	off := func(kinds ...string) *[]string { return &kinds }
	on := func(s string, off *[]string, kinds ...string) decision {
		return func(people person.State) ([]domain.Event, error) {
			return person.ChooseMails(people, person.ChooseMailsCmd{PersonID: 7, Off: off, On: &kinds, Language: &s, By: "client:7/person:7", At: noon})
		}
	}
	language := func(l string) *string { return &l }
	chosen := func(id int64, by, language string, off ...string) person.MailsChosen {
		return person.MailsChosen{ClientID: 7, PersonID: id, Off: append([]string{}, off...), Language: language, By: by, At: noon}
	}
	const me = "client:7/person:7"
	link := func(id int64, kind string) decision {
		return func(s person.State) ([]domain.Event, error) { return person.SwitchOff(s, id, kind, noon) }
	}
	quiet := events(chosen(7, me, "en", mail.KindAttention))
	asked := func(by, language string, off ...string) person.MailsChosen {
		e := chosen(7, by, language, off...)
		e.On = []string{mail.KindReceipt}
		return e
	}
	receipts := events(asked(me, "en", mail.KindAttention))
	demoted := events(invited, joined, person.RoleChanged{PersonID: 9, Role: person.RoleFinance}, person.MailsChosen{PersonID: 9, On: []string{mail.KindReceipt}},
		person.RoleChanged{PersonID: 9, Role: person.RoleDeveloper}, person.RoleChanged{PersonID: 9, Role: person.RoleFinance})
	domaintest.Run(t, people, []domaintest.Case[person.State]{
		{Name: "ask for a kind that comes anyway", Given: owner, When: on("fr", off(), mail.KindAttention), Refused: "invalid_field on"},
		{Name: "ask for a kind and switch it off", Given: owner, When: on("fr", off(mail.KindReceipt), mail.KindReceipt), Refused: "invalid_field on"},
		{Name: "ask for a kind in no language there is", Given: owner, When: on("fr", off(), mail.KindReceipt), Refused: "invalid_field language"},
		{Name: "ask", Given: owner, When: on("en", off(mail.KindAttention), mail.KindReceipt, mail.KindReceipt), Then: receipts},
		{Name: "ask again", Given: receipts, When: on("en", off(mail.KindAttention), mail.KindReceipt)},
		{Name: "who asked, and changes the rest", Given: receipts, When: choose(7, off(), nil), Then: events(asked(me, "en"))},
		{Name: "who asked, and names it as off", Given: receipts, When: choose(7, off(mail.KindReceipt, mail.KindAttention), nil), Then: quiet},
		{Name: "name as off what was not asked for", Given: quiet, When: choose(7, off(mail.KindReceipt, mail.KindAttention), nil)},
		{Name: "no longer ask", Given: receipts, When: on("en", off(mail.KindAttention)), Then: quiet},
		{Name: "the link in a receipt", Given: receipts, When: link(7, mail.KindReceipt), Then: events(chosen(7, person.ByLink, "en", mail.KindAttention))},
		{Name: "the link in a receipt again", Given: quiet, When: link(7, mail.KindReceipt)},
		{Name: "the wish ended with the role", Given: demoted, When: choose(9, off(mail.KindReceipt), nil)},
		{Name: "a stranger", Given: owner, When: choose(9, off("postcard"), nil), Refused: "person_not_found"},
		{Name: "a person who has not joined", Given: events(invited), When: choose(9, off(), nil), Refused: "person_not_found"},
		{Name: "a kind that is none", Given: owner, When: choose(7, off("postcard"), language("fr")), Refused: "invalid_field off"},
		{Name: "a kind that always comes", Given: owner, When: choose(7, off(mail.KindPasswordReset), nil), Refused: "invalid_field off"},
		{Name: "a language that is none", Given: owner, When: choose(7, off(), language("fr")), Refused: "invalid_field language"},
		{Name: "what is so already", Given: owner, When: choose(7, off(), language(""))},
		{Name: "nothing", Given: quiet, When: choose(7, nil, nil)},
		{
			Name: "kinds, twice and in no order", Given: owner,
			When: choose(7, off(mail.KindWeeklySummary, mail.KindAttention, mail.KindWeeklySummary), language("id")),
			Then: events(chosen(7, me, "id", mail.KindAttention, mail.KindWeeklySummary)),
		},
		{Name: "the kinds alone keep the language", Given: quiet, When: choose(7, off(), nil), Then: events(chosen(7, me, "en"))},
		{Name: "the language alone keeps the kinds", Given: quiet, When: choose(7, nil, language("")), Then: events(chosen(7, me, "", mail.KindAttention))},
		{
			Name: "another person's choice is another", Given: append(quiet[:1:1], invited, joined),
			When: choose(9, off(mail.KindAttention), nil), Then: events(chosen(9, me, "", mail.KindAttention)),
		},
		{Name: "the link of a mail", Given: quiet, When: link(7, mail.KindWeeklySummary), Then: events(chosen(7, person.ByLink, "en", mail.KindAttention, mail.KindWeeklySummary))},
		{Name: "the link again", Given: quiet, When: link(7, mail.KindAttention)},
		{Name: "the link of who left", Given: owner, When: link(9, mail.KindAttention)},
	})
}

func TestAPersonWantsWhatTheRoleGetsAndWasNotSwitchedOff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, role, kind string
		person           person.Person
		wants            bool
	}{
		{"an owner", person.RoleOwner, mail.KindWeeklySummary, person.Person{}, true},
		{"finance", person.RoleFinance, mail.KindPayoutDone, person.Person{}, true},
		{"a developer, about money", person.RoleDeveloper, mail.KindPayoutDone, person.Person{}, false},
		{"a developer, about callbacks", person.RoleDeveloper, mail.KindAttention, person.Person{}, true},
		{"a viewer", person.RoleViewer, mail.KindAttention, person.Person{}, false},
		{"who switched it off", person.RoleOwner, mail.KindAttention, person.Person{MailsOff: []string{mail.KindAttention}}, false},
		{"who switched another off", person.RoleOwner, mail.KindAttention, person.Person{MailsOff: []string{mail.KindPayoutDone}}, true},
		{"who has not joined", person.RoleOwner, mail.KindAttention, person.Person{Status: person.StatusInvited}, false},
		{"who did not ask", person.RoleOwner, mail.KindReceipt, person.Person{}, false},
		{"who asked", person.RoleOwner, mail.KindReceipt, person.Person{MailsOn: []string{mail.KindReceipt}}, true},
		{"a developer who asked", person.RoleDeveloper, mail.KindReceipt, person.Person{MailsOn: []string{mail.KindReceipt}}, false},
		{"a kind that is none", person.RoleOwner, "postcard", person.Person{}, false},
	} {
		p := c.person
		p.Role, p.Email = c.role, "ani@example.com"
		if p.Status == "" {
			p.Status = person.StatusActive
		}
		if p.Wants(c.kind) != c.wants {
			t.Errorf("%s: wants %s %v", c.name, c.kind, !c.wants)
		}
	}
	numbers := map[int]bool{}
	for _, n := range person.Notices() {
		found, ok := person.NoticeNumbered(n.Number)
		if numbers[n.Number] || !ok || found.Kind != n.Kind {
			t.Errorf("%s has the number %d of another", n.Kind, n.Number)
		}
		numbers[n.Number] = true
	}
}
