package approval_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/domain/domaintest"

	"github.com/shopspring/decimal"
)

var (
	noon   = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	amount = decimal.NewFromInt(5_000_000)
	asked  = approval.Requested{
		ApprovalID: 1, Act: "payout.approve", What: "approve withdrawal 17", Subject: "withdrawals/17", Amount: &amount,
		Command: json.RawMessage(`{"id":17}`), By: "admin:1", ExpiresAt: noon.Add(approval.Lifetime), At: noon,
	}
	granted = approval.Granted{ApprovalID: 1, By: "admin:2", Reason: "seen", Owner: "one", At: noon}
	refused = approval.Refused{ApprovalID: 1, By: "admin:2", Reason: "seen", At: noon}
	done    = approval.Done{ApprovalID: 1, Result: json.RawMessage(`{}`), At: noon}
	failed  = approval.Failed{ApprovalID: 1, Code: "not_pending", Message: "it is not", At: noon}
	expired = approval.Expired{ApprovalID: 1, At: noon.Add(approval.Lifetime)}
)

func eventsOf(events ...domain.Event) []domain.Event { return events }

func TestRequest(t *testing.T) {
	t.Parallel()
	request := func(s approval.State) ([]domain.Event, error) {
		return approval.Request(s, approval.RequestCmd{
			ID: 1, Act: asked.Act, What: asked.What, Subject: asked.Subject, Amount: asked.Amount, Command: asked.Command, By: asked.By, At: noon,
		})
	}
	domaintest.Run(t, approval.Aggregate, []domaintest.Case[approval.State]{
		{Name: "it lives for 24 hours", When: request, Then: eventsOf(asked)},
		{Name: "a retry", Given: eventsOf(asked), When: request},
		{Name: "a retry after it was refused", Given: eventsOf(asked, refused), When: request},
	})
}

// decision returns a decision that breaks no rule; each case changes the part that it tests.
func decision(change func(*approval.DecideCmd)) approval.DecideCmd {
	cmd := approval.DecideCmd{By: "admin:2", Reason: "seen", MayDecide: true, RequesterMayAsk: true, Owner: "one", At: noon}
	change(&cmd)
	return cmd
}

// The checks are met in order: each decision breaks the named rule and all later ones.
func TestGrantAndRefuse(t *testing.T) {
	t.Parallel()
	grant := func(change func(*approval.DecideCmd)) func(approval.State) ([]domain.Event, error) {
		return func(s approval.State) ([]domain.Event, error) { return approval.Grant(s, decision(change)) }
	}
	refuse := func(change func(*approval.DecideCmd)) func(approval.State) ([]domain.Event, error) {
		return func(s approval.State) ([]domain.Event, error) { return approval.Refuse(s, decision(change)) }
	}
	same := func(*approval.DecideCmd) {}
	third := func(c *approval.DecideCmd) { c.By = "admin:3" }
	own := func(c *approval.DecideCmd) {
		c.By, c.MayDecide, c.RequesterMayAsk, c.Reason = "admin:1", false, false, ""
	}
	late := func(c *approval.DecideCmd) { own(c); c.At = noon.Add(approval.Lifetime) }
	disabled := func(c *approval.DecideCmd) { own(c); c.By = "admin:2" }
	requesterGone := func(c *approval.DecideCmd) { c.RequesterMayAsk = false }
	inTime := func(c *approval.DecideCmd) { c.At = noon.Add(approval.Lifetime - 1) }
	lastMoment := granted
	lastMoment.At = noon.Add(approval.Lifetime - 1)
	domaintest.Run(t, approval.Aggregate, []domaintest.Case[approval.State]{
		{Name: "grant what nobody asked for", When: grant(late), Refused: "approval_not_found"},
		{Name: "grant once more", Given: eventsOf(asked, granted), When: grant(same)},
		{Name: "grant once more after it was done", Given: eventsOf(asked, granted, done), When: grant(same)},
		{Name: "grant once more after it failed", Given: eventsOf(asked, granted, failed), When: grant(same)},
		{Name: "grant after another did", Given: eventsOf(asked, granted), When: grant(third), Refused: "approval_decided"},
		{Name: "grant what was done", Given: eventsOf(asked, granted, done), When: grant(third), Refused: "approval_decided"},
		{Name: "grant what one refused oneself", Given: eventsOf(asked, refused), When: grant(same), Refused: "approval_decided"},
		{Name: "grant what has expired", Given: eventsOf(asked, expired), When: grant(late), Refused: "approval_decided"},
		{Name: "grant when its time is over", Given: eventsOf(asked), When: grant(late), Refused: "approval_expired"},
		{Name: "the requester never grants", Given: eventsOf(asked), When: grant(own), Refused: "own_approval"},
		{Name: "a disabled administrator never grants", Given: eventsOf(asked), When: grant(disabled), Refused: "approver_disabled"},
		{Name: "the request of a disabled administrator is not done", Given: eventsOf(asked), When: grant(requesterGone), Refused: "requester_disabled"},
		{Name: "grant", Given: eventsOf(asked), When: grant(same), Then: eventsOf(granted)},
		{Name: "grant in the last moment", Given: eventsOf(asked), When: grant(inTime), Then: eventsOf(lastMoment)},

		{Name: "refuse what nobody asked for", When: refuse(late), Refused: "approval_not_found"},
		{Name: "refuse once more", Given: eventsOf(asked, refused), When: refuse(same)},
		{Name: "refuse after another did", Given: eventsOf(asked, refused), When: refuse(third), Refused: "approval_decided"},
		{Name: "refuse what was granted", Given: eventsOf(asked, granted), When: refuse(same), Refused: "approval_decided"},
		{Name: "refuse when its time is over", Given: eventsOf(asked), When: refuse(late), Refused: "approval_expired"},
		{Name: "the requester never refuses", Given: eventsOf(asked), When: refuse(own), Refused: "own_approval"},
		{Name: "a disabled administrator never refuses", Given: eventsOf(asked), When: refuse(disabled), Refused: "approver_disabled"},
		{Name: "refuse without a reason", Given: eventsOf(asked), When: refuse(func(c *approval.DecideCmd) { c.Reason = "" }), Refused: "invalid_field reason"},
		{Name: "refuse the request of a disabled administrator", Given: eventsOf(asked), When: refuse(requesterGone), Then: eventsOf(refused)},
		{Name: "refuse", Given: eventsOf(asked), When: refuse(same), Then: eventsOf(refused)},
	})
}

func TestAnApprovalExpiresOnlyWhileItIsUndecidedAndItsTimeIsOver(t *testing.T) {
	t.Parallel()
	expire := func(at time.Time) func(approval.State) ([]domain.Event, error) {
		return func(s approval.State) ([]domain.Event, error) { return approval.Expire(s, at) }
	}
	over := noon.Add(approval.Lifetime)
	domaintest.Run(t, approval.Aggregate, []domaintest.Case[approval.State]{
		{Name: "nothing was asked for", When: expire(over)},
		{Name: "its time is not over", Given: eventsOf(asked), When: expire(over.Add(-1))},
		{Name: "granted", Given: eventsOf(asked, granted), When: expire(over)},
		{Name: "refused", Given: eventsOf(asked, refused), When: expire(over)},
		{Name: "expired", Given: eventsOf(asked, expired), When: expire(over)},
		{Name: "undecided", Given: eventsOf(asked), When: expire(over), Then: eventsOf(expired)},
	})
}

func TestAGrantedActIsDoneByOneProcessAtATimeAndEndsOnce(t *testing.T) {
	t.Parallel()
	resume := func(alive bool, after time.Duration) func(approval.State) ([]domain.Event, error) {
		return func(s approval.State) ([]domain.Event, error) {
			return approval.Resume(s, "two", alive, noon.Add(after))
		}
	}
	finish := func(s approval.State) ([]domain.Event, error) { return approval.Finish(s, done.Result, noon) }
	fail := func(s approval.State) ([]domain.Event, error) {
		return approval.Fail(s, domain.Refuse(domain.Invalid, failed.Code, "%s", failed.Message), noon)
	}
	const alive, gone = true, false
	resumed := func(after time.Duration) approval.Resumed {
		return approval.Resumed{ApprovalID: 1, Owner: "two", At: noon.Add(after)}
	}
	domaintest.Run(t, approval.Aggregate, []domaintest.Case[approval.State]{
		{Name: "resume what is not granted", Given: eventsOf(asked), When: resume(gone, 0)},
		{Name: "resume what is done", Given: eventsOf(asked, granted, done), When: resume(gone, approval.MaxRun)},
		{Name: "its process is alive", Given: eventsOf(asked, granted), When: resume(alive, approval.MaxRun-1)},
		{Name: "its process has taken longer than any act", Given: eventsOf(asked, granted), When: resume(alive, approval.MaxRun), Then: eventsOf(resumed(approval.MaxRun))},
		{Name: "its process is gone", Given: eventsOf(asked, granted), When: resume(gone, 0), Then: eventsOf(resumed(0))},
		{Name: "the time counts from the newest process", Given: eventsOf(asked, granted, resumed(approval.MaxRun)), When: resume(alive, approval.MaxRun+1)},
		{Name: "finish", Given: eventsOf(asked, granted), When: finish, Then: eventsOf(done)},
		{Name: "finish what was not granted", Given: eventsOf(asked), When: finish},
		{Name: "finish twice", Given: eventsOf(asked, granted, done), When: finish},
		{Name: "finish what failed", Given: eventsOf(asked, granted, failed), When: finish},
		{Name: "fail", Given: eventsOf(asked, granted), When: fail, Then: eventsOf(failed)},
		{Name: "fail what was done", Given: eventsOf(asked, granted, done), When: fail},
	})
}
