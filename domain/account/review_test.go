package account

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestRegister(t *testing.T) {
	t.Parallel()
	register := func(name string) decision {
		cmd := RegisterCmd(registered)
		cmd.Name = name
		return func(s State) ([]domain.Event, error) { return Register(s, cmd) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "another registration won", Given: pendingClient, When: register(""), Refused: "email_taken"},
		{Name: "without a name", When: register(""), Refused: "invalid_field nama"},
		{Name: "with too long a name", When: register(tooLong), Refused: "invalid_field nama"},
		{Name: "opens the account", When: register("Toko"), Then: eventsOf(registered)},
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
		{Name: "approve twice", Given: approvedClient, When: approve, Refused: "not_pending"},
		{Name: "approve after reject", Given: rejectedClient, When: approve, Refused: "not_pending"},
		{Name: "approve adds the default app", Given: pendingClient, When: approve, Then: eventsOf(approved, defaultApp)},
		{Name: "approve keeps the app that is there", Given: eventsOf(registered, secondApp), When: approve, Then: eventsOf(approved)},
		{Name: "reject nobody", When: review(Reject, ""), Refused: "client_not_found"},
		{Name: "reject without a reason", Given: approvedClient, When: review(Reject, ""), Refused: "invalid_field reason"},
		{Name: "reject once approved", Given: approvedClient, When: review(Reject, "why"), Refused: "not_pending"},
		{Name: "reject", Given: pendingClient, When: review(Reject, "why"), Then: eventsOf(rejected)},
		{Name: "suspend nobody", When: review(Suspend, ""), Refused: "client_not_found"},
		{Name: "suspend without a reason", Given: pendingClient, When: review(Suspend, ""), Refused: "invalid_field reason"},
		{Name: "suspend before approval", Given: pendingClient, When: review(Suspend, "why"), Refused: "not_approved"},
		{Name: "suspend twice", Given: suspendedClient, When: review(Suspend, "why"), Refused: "not_approved"},
		{Name: "suspend", Given: approvedClient, When: review(Suspend, "why"), Then: eventsOf(suspended)},
		{Name: "reactivate nobody", When: review(Reactivate, ""), Refused: "client_not_found"},
		{Name: "reactivate what is not suspended", Given: rejectedClient, When: review(Reactivate, ""), Refused: "not_suspended"},
		{Name: "reactivate", Given: suspendedClient, When: review(Reactivate, ""), Then: eventsOf(reactivated)},
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
		{Name: "to what they are", Given: pendingClient, When: change(false)},
		{
			Name: "changes", Given: pendingClient, When: change(true),
			Then: eventsOf(SettingsChanged{ClientID: 7, AutoApproveWithdrawal: true, By: "admin:1", At: noon}),
		},
	})
}

func TestTheStatusDecidesWhetherAClientMayAct(t *testing.T) {
	t.Parallel()
	const (
		noClient, notApproved, isSuspended, allowed = "client_not_found", "account_not_approved", "account_suspended", ""

		developer, payouts = true, true
	)
	for _, c := range []struct {
		name                   string
		given                  []domain.Event
		act, useKey, usePortal string
		developer, payouts     bool
	}{
		{"nobody", nil, noClient, noClient, noClient, !developer, !payouts},
		{"pending", pendingClient, notApproved, allowed, notApproved, !developer, payouts},
		{"rejected", rejectedClient, notApproved, notApproved, notApproved, !developer, !payouts},
		{"suspended", suspendedClient, isSuspended, isSuspended, allowed, developer, !payouts},
		{"approved", approvedClient, allowed, allowed, allowed, developer, payouts},
		{"reactivated", append(suspendedClient, reactivated), allowed, allowed, allowed, developer, payouts},
	} {
		s := Aggregate.Fold(State{}, c.given...)
		if got := domaintest.Refusal(s.MayAct()); got != c.act {
			t.Errorf("%s may act: refused %q", c.name, got)
		}
		if got := domaintest.Refusal(s.MayUseKey()); got != c.useKey {
			t.Errorf("%s may use its key: refused %q", c.name, got)
		}
		if got := domaintest.Refusal(s.MayUsePortal()); got != c.usePortal {
			t.Errorf("%s may use the portal: refused %q", c.name, got)
		}
		if s.HasDeveloper() != c.developer || s.MaySendPayouts() != c.payouts {
			t.Errorf("%s: developer %t, payouts %t", c.name, s.HasDeveloper(), s.MaySendPayouts())
		}
	}
}
