package account

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestRegister(t *testing.T) {
	t.Parallel()
	register := func(nama string) decision {
		cmd := RegisterCmd(registered)
		cmd.Name = nama
		return func(s State) ([]domain.Event, error) { return Register(s, cmd) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "another registration won", Given: pendingStory, When: register(""), Refused: "email_taken"},
		{Name: "without a name", When: register(""), Refused: "invalid_field nama"},
		{Name: "with too long a name", When: register(tooLong), Refused: "invalid_field nama"},
		{Name: "opens the account", When: register("Toko"), Then: story(registered)},
	})
}

func TestReview(t *testing.T) {
	t.Parallel()
	approve := func(s State) ([]domain.Event, error) {
		return Approve(s, ApproveCmd{By: "admin:1", At: noon, NewAppID: 11})
	}
	review := func(decide func(State, ReviewCmd) ([]domain.Event, error), reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return decide(s, ReviewCmd{By: "admin:1", Reason: reason, At: noon})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "approve nobody", When: approve, Refused: "client_not_found"},
		{Name: "approve twice", Given: approvedStory, When: approve, Refused: "not_pending"},
		{Name: "approve after reject", Given: rejectedStory, When: approve, Refused: "not_pending"},
		{Name: "approve adds the default app", Given: pendingStory, When: approve, Then: story(approved, defaultApp)},
		{Name: "approve keeps the app that is there", Given: story(registered, secondApp), When: approve, Then: story(approved)},
		{Name: "reject nobody", When: review(Reject, ""), Refused: "client_not_found"},
		{Name: "reject without a reason", Given: approvedStory, When: review(Reject, ""), Refused: "invalid_field reason"},
		{Name: "reject once approved", Given: approvedStory, When: review(Reject, "why"), Refused: "not_pending"},
		{Name: "reject", Given: pendingStory, When: review(Reject, "why"), Then: story(rejected)},
		{Name: "suspend nobody", When: review(Suspend, ""), Refused: "client_not_found"},
		{Name: "suspend without a reason", Given: pendingStory, When: review(Suspend, ""), Refused: "invalid_field reason"},
		{Name: "suspend before approval", Given: pendingStory, When: review(Suspend, "why"), Refused: "not_approved"},
		{Name: "suspend twice", Given: suspendedStory, When: review(Suspend, "why"), Refused: "not_approved"},
		{Name: "suspend", Given: approvedStory, When: review(Suspend, "why"), Then: story(suspended)},
		{Name: "reactivate nobody", When: review(Reactivate, ""), Refused: "client_not_found"},
		{Name: "reactivate what is not suspended", Given: rejectedStory, When: review(Reactivate, ""), Refused: "not_suspended"},
		{Name: "reactivate", Given: suspendedStory, When: review(Reactivate, ""), Then: story(reactivated)},
	})
}

func TestChangeSettings(t *testing.T) {
	t.Parallel()
	change := func(auto bool) decision {
		return func(s State) ([]domain.Event, error) {
			return ChangeSettings(s, ChangeSettingsCmd{AutoApproveWithdrawal: auto, By: "admin:1", At: noon})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of nobody", When: change(true), Refused: "client_not_found"},
		{Name: "to what they are", Given: pendingStory, When: change(false)},
		{
			Name: "changes", Given: pendingStory, When: change(true),
			Then: story(SettingsChanged{ClientID: 7, AutoApproveWithdrawal: true, By: "admin:1", At: noon}),
		},
	})
}

func TestWhoMayActAndHasDeveloperAccess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		given     []domain.Event
		refused   string
		developer bool
	}{
		{"nobody", nil, "client_not_found", false},
		{"pending", pendingStory, "account_not_approved", false},
		{"rejected", rejectedStory, "account_not_approved", false},
		{"suspended", suspendedStory, "account_suspended", false},
		{"approved", approvedStory, "", true},
		{"reactivated", append(suspendedStory, reactivated), "", true},
	} {
		s := Aggregate.Fold(State{}, c.given...)
		if got := domaintest.Refusal(s.MayAct()); got != c.refused || s.HasDeveloper() != c.developer {
			t.Errorf("%s: refused %q, developer %t", c.name, got, s.HasDeveloper())
		}
	}
}
