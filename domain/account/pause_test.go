package account

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/domain/recovery"
)

const day = 24 * time.Hour

func TestChangesOfBankAccountAndEmailPauseAutoApproval(t *testing.T) {
	t.Parallel()
	account := func(number, bank, email string) ProfileUpdated {
		return ProfileUpdated{ClientID: 7, At: noon, Profile: Profile{Name: "Toko", Email: email, AccountNumber: number, Bank: bank}}
	}
	const first, second, email = "1234567890", "9876543210", "toko@example.com"
	atBCA := slices.Clip(append(slices.Clip(approvedClient), account(first, "BCA", email)))
	paused := func(number int, until time.Time, before Secured, changed ...string) AutoApprovalPaused {
		return AutoApprovalPaused{ClientID: 7, Number: number, Changed: changed, Before: before, Until: until, At: noon}
	}
	before := Secured{AccountNumber: first, Bank: "BCA", Email: email}
	running := paused(1, noon.Add(time.Hour), before, FieldEmail)
	for _, c := range []struct {
		name    string
		given   []domain.Event
		cmd     UpdateProfileCmd
		changed []string // of the profile
		then    []domain.Event
	}{
		{"the first bank account", approvedClient, UpdateProfileCmd{AccountNumber: of(first), Bank: of("BCA")}, []string{"norek", "bank"}, nil},
		{
			"the bank of the first, in a second step", append(slices.Clip(approvedClient), account(first, "", email)),
			UpdateProfileCmd{Bank: of("BCA")},
			[]string{"bank"},
			nil,
		},
		{"another field", atBCA, UpdateProfileCmd{ContactName: of("Budi")}, []string{"pic"}, nil},
		{"the norek", atBCA, UpdateProfileCmd{AccountNumber: of(second)}, []string{"norek"}, eventsOf(paused(1, noon.Add(day), before, "norek"))},
		{"no norek any more", atBCA, UpdateProfileCmd{AccountNumber: of("")}, []string{"norek"}, eventsOf(paused(1, noon.Add(day), before, "norek"))},
		{
			"a norek after there was none for a while", append(atBCA, account("", "", email)),
			UpdateProfileCmd{AccountNumber: of(second), Bank: of("BCA")},
			[]string{"norek", "bank"},
			eventsOf(paused(1, noon.Add(day), Secured{Email: email}, "norek", "bank")),
		},
		{
			"the e-mail address, before any bank account", approvedClient,
			UpdateProfileCmd{Email: of("b@example.com")},
			[]string{"email"},
			eventsOf(paused(1, noon.Add(day), Secured{Email: email}, "email")),
		},
		{
			"several at once", atBCA,
			UpdateProfileCmd{Email: of("b@example.com"), AccountNumber: of(second)},
			[]string{"email", "norek"},
			eventsOf(paused(1, noon.Add(day), before, "norek", "email")),
		},
		{
			"during a pause, which is extended and remembers what was before it", append(atBCA, running, account(first, "BCA", "thief@example.com")),
			UpdateProfileCmd{AccountNumber: of(second)},
			[]string{"norek"},
			eventsOf(paused(1, noon.Add(day), before, "norek")),
		},
		{
			"after a pause, which begins another", append(atBCA, account(first, "BCA", "b@example.com"), paused(1, noon, before, FieldEmail)),
			UpdateProfileCmd{AccountNumber: of(second)},
			[]string{"norek"},
			eventsOf(paused(2, noon.Add(day), Secured{AccountNumber: first, Bank: "BCA", Email: "b@example.com"}, "norek")),
		},
		{
			"during a pause that ends later than a shorter cool-off", append(atBCA, paused(1, noon.Add(2*day), before, FieldEmail)),
			UpdateProfileCmd{AccountNumber: of(second)},
			[]string{"norek"},
			eventsOf(paused(1, noon.Add(2*day), before, "norek")),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.cmd.CoolOff, c.cmd.At = day, noon
			events, err := UpdateProfile(Aggregate.Fold(State{}, c.given...), c.cmd)
			if err != nil {
				t.Fatal(err)
			}
			updated := events[0].(ProfileUpdated)
			if !reflect.DeepEqual(updated.Changed, c.changed) {
				t.Errorf("changed are %v, want %v", updated.Changed, c.changed)
			}
			domaintest.Same(t, c.then, events[1:])
			c.cmd.CoolOff = 0
			if events, err := UpdateProfile(Aggregate.Fold(State{}, c.given...), c.cmd); err != nil || len(events) != 1 {
				t.Errorf("without a cool-off: %v, %v", events, err)
			}
		})
	}
}

func TestAPauseEndsByTimeAndMailGoesToTheAddressOfBefore(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, append(slices.Clip(approvedClient),
		SettingsChanged{ClientID: 7, AutoApproveWithdrawal: true},
		ProfileUpdated{ClientID: 7, Profile: Profile{Email: "b@example.com"}},
		AutoApprovalPaused{ClientID: 7, Number: 1, Before: Secured{Email: "a@example.com"}, Until: noon, At: noon.Add(-day)})...)
	during := noon.Add(-1)
	if !s.Paused(during) || s.MailAddress(during) != "a@example.com" || !s.Protects("A@example.com", during) || s.Protects("b@example.com", during) {
		t.Error("during the pause")
	}
	for email, want := range map[string]bool{"A@example.com": true, "b@example.com": true, "c@example.com": false} {
		if to, ok := s.ResetAddress(7, email, during); ok != want || ok && to != "a@example.com" {
			t.Errorf("a link for %s goes to %q, %t", email, to, ok)
		}
	}
	if to, ok := s.ResetAddress(7, "b@example.com", noon); !ok || to != "b@example.com" {
		t.Errorf("after the pause a link goes to %q, %t", to, ok)
	}
	if _, ok := s.ResetAddress(7, "a@example.com", noon); ok {
		t.Error("after the pause the address of before gets a link")
	}
	if s.Paused(noon) || s.MailAddress(noon) != "b@example.com" || s.Protects("a@example.com", noon) {
		t.Error("after the pause")
	}
	claimed := EmailState{EmailHolder: Owner(7), Claims: 1, ClaimedAt: noon.Add(-30 * day)}
	if claimed.Lapsed("a@example.com", s, during) || !claimed.Lapsed("a@example.com", s, noon) {
		t.Error("the address of before is another account's during the pause, or is not free after it")
	}
}

func TestUndoChange(t *testing.T) {
	t.Parallel()
	undo := func(number int, at time.Time) decision {
		return func(s State) ([]domain.Event, error) {
			return UndoChange(s, number, RecoverCmd{MasterID: "m2", By: "link", At: at})
		}
	}
	before := Secured{AccountNumber: "1234567890", Bank: "BCA", Email: "toko@example.com"}
	pausedBy := func(number int, changed string) AutoApprovalPaused {
		return AutoApprovalPaused{ClientID: 7, Number: number, Changed: []string{changed}, Before: before, Until: noon.Add(day), At: noon}
	}
	stolen := ProfileUpdated{ClientID: 7, Profile: Profile{Name: "Toko", Email: "thief@example.com", AccountNumber: "9", Bank: "BRI"}, At: noon}
	theft := append(slices.Clip(approvedClient), issued, stolen, pausedBy(1, FieldEmail))
	rotated := WebhookSecretRotated{ClientID: 7, Generation: 1, MasterID: "m2", AtOnce: true, At: noon}
	nothing := Recovering{Since: noon, To: before.Email}
	undone := ChangeUndone{ClientID: 7, Number: 1, Secured: before, Recovering: nothing, At: noon}
	withKey := undone
	withKey.Items = recovery.Items{issued.Recovery().Gains}
	void := withKey
	void.VoidPasswords = []int64{7}
	newPassword := func(number int) AutoApprovalPaused { e := pausedBy(number, FieldPassword); e.PersonID = 7; return e }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of nobody", When: undo(0, noon), Refused: "link_ended"},
		{Name: "without a pause", Given: approvedClient, When: undo(0, noon), Refused: "link_ended"},
		{Name: "of another pause", Given: append(slices.Clip(theft), pausedBy(2, FieldEmail)), When: undo(1, noon), Refused: "link_ended"},
		{Name: "after the pause", Given: theft, When: undo(1, noon.Add(day)), Refused: "link_ended"},
		{Name: "undoes", Given: theft, When: undo(1, noon), Then: eventsOf(withKey, rotated)},
		{Name: "again", Given: append(slices.Clip(theft), undone, stolen), When: undo(1, noon), Then: eventsOf(undone, rotated)},
		{Name: "a password of before the pause stays", Given: append(slices.Clip(approvedClient), newPassword(1), pausedBy(2, FieldEmail)), When: undo(2, noon), Then: eventsOf(ChangeUndone{ClientID: 7, Number: 2, Secured: before, Recovering: nothing, At: noon}, rotated)},
		{Name: "a password that was changed in the pause is void", Given: append(slices.Clip(theft), newPassword(1), pausedBy(1, FieldBank)), When: undo(1, noon), Then: eventsOf(void, rotated)},
	})
	s := Aggregate.Fold(State{}, append(slices.Clip(theft), void)...)
	if s.Key != nil || !s.AccessEndedAt.Equal(noon) || s.People.People[0].Generation != 1 || s.People.People[0].PasswordHash != "" || s.People.People[0].Email != before.Email || s.AccountNumber != before.AccountNumber || s.Bank != "BCA" || s.Email != before.Email || s.Name != "Toko" {
		t.Errorf("after it: %+v", s)
	}
	if !s.Paused(noon) {
		t.Error("it ends the pause, in which the thief may come back")
	}
}

func TestANewPasswordOfAnOwnerPauses(t *testing.T) {
	t.Parallel()
	changed := person.PasswordChanged{ClientID: 7, PersonID: 7, PasswordHash: "new", By: "link", At: noon}
	finance := person.Invited{ClientID: 7, PersonID: 8, Email: "f@example.com", Role: person.RoleFinance, Number: 1}
	another := changed
	another.PersonID = 8
	s := Aggregate.Fold(State{}, append(slices.Clip(approvedClient), finance, person.Joined{ClientID: 7, PersonID: 8})...)
	pause := AutoApprovalPaused{
		ClientID: 7, Number: 1, Changed: []string{"password"}, PersonID: 7, Before: Secured{Email: "toko@example.com"}, Until: noon.Add(day), At: noon,
	}
	domaintest.Same(t, eventsOf(pause, changed), WithPause(s, eventsOf(changed), day))
	domaintest.Same(t, eventsOf(changed), WithPause(s, eventsOf(changed), 0))
	domaintest.Same(t, eventsOf(another), WithPause(s, eventsOf(another), day))
	domaintest.Same(t, eventsOf(approved), WithPause(State{}, eventsOf(approved), day))
}

func TestNoticeGoesToTheAddressOfBeforeWithALinkForThePause(t *testing.T) {
	t.Parallel()
	e := AutoApprovalPaused{
		ClientID: 7, Number: 3, Changed: []string{"norek", "email"}, Before: Secured{Email: "a@example.com", AccountNumber: "1234567890"}, Until: noon.Add(day), At: noon,
	}
	m := e.Mails()[0]
	if m.To != "a@example.com" || m.Link != (mail.Link{Purpose: mail.PurposeUndo, ClientID: 7, PersonID: 7, Number: 3}) || !m.Until.Equal(e.Until) || m.Values["changed"] != "norek, email" {
		t.Errorf("%+v", m)
	}
}
