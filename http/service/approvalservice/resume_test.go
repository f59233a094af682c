package approvalservice_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
)

func TestAnActWhoseProcessIsGoneIsDoneByTheReactorOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.askForRate("0.9")
	o.grantElsewhere(id, "gone")
	for range 2 {
		o.must(nil, o.reactor.RunOnce(t.Context()))
	}
	if row := o.status(id); row.Status != approval.StatusDone || row.Result == nil {
		t.Errorf("%+v", row)
	}
	if o.percent() != "0.9" || o.changes() != 1 {
		t.Errorf("the fee is %s after %d changes", o.percent(), o.changes())
	}
}

// The process ended after the act and before recording it; then the fee was changed again.
func TestAnActThatWasDoneBeforeTheCrashIsNotDoneAgain(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.askForRate("0.9")
	o.grantElsewhere(id, "gone")
	o.setRate("0.9", id)
	o.setRate("0.5", 0)
	o.must(nil, o.reactor.RunOnce(t.Context()))
	if row := o.status(id); row.Status != approval.StatusDone || row.Result != nil {
		t.Errorf("%+v", row)
	}
	if o.percent() != "0.5" || o.changes() != 2 {
		t.Errorf("the fee is %s after %d changes: the act was done again", o.percent(), o.changes())
	}
}

func TestAGrantedActThatIsNotDoneYetFailsWhenItsAdministratorIsDisabled(t *testing.T) {
	t.Parallel()
	for disabled, code := range map[int64]string{1: "requester_disabled", 2: "approver_disabled"} {
		o := newOffice(t)
		id, done := o.askForRate("0.9"), o.askForRate("0.8")
		o.grantElsewhere(id, "gone")
		o.grantElsewhere(done, "gone")
		o.setRate("0.8", done)
		servicetest.Append(t, o.Core, admin.Stream, admin.Disabled{AdminID: disabled, At: o.Now()})
		for range 2 {
			o.must(nil, o.reactor.RunOnce(t.Context()))
		}
		if row := o.status(id); row.Status != approval.StatusFailed || row.Result == nil || !strings.Contains(string(*row.Result), code) {
			t.Errorf("%d is disabled: %+v", disabled, row)
		}
		if row := o.status(done); row.Status != approval.StatusDone || o.percent() != "0.8" || o.changes() != 1 {
			t.Errorf("what was done before: %+v, the fee is %s", row, o.percent())
		}
	}
}

func TestAnActWhoseProcessIsAliveIsLeftToItForTwoMinutes(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.Presence = state.PresenceIn("this", func(id string) bool { return id == "other" })
	id := o.askForRate("0.9")
	o.grantElsewhere(id, "other")
	o.must(nil, o.Resume(t.Context(), id))
	if row := o.status(id); row.Status != approval.StatusGranted || o.changes() != 0 {
		t.Errorf("it was taken from a process that is alive: %+v", row)
	}
	o.later.Store(int64(approval.MaxRun))
	o.must(nil, o.Resume(t.Context(), id))
	if row := o.status(id); row.Status != approval.StatusDone || o.changes() != 1 {
		t.Errorf("it was not taken from a process that hangs: %+v", row)
	}
}

func TestAnAttemptWithoutAnAnswerIsFinishedLater(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.askForRate("0.9")
	o.grantElsewhere(id, o.Presence.ID)
	broken, cancel := context.WithCancel(t.Context())
	cancel()
	if err := o.Resume(broken, id); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if row := o.status(id); row.Status != approval.StatusGranted {
		t.Fatalf("%+v", row)
	}
	o.must(nil, o.reactor.RunOnce(t.Context()))
	if row := o.status(id); row.Status != approval.StatusDone || o.changes() != 1 {
		t.Errorf("%+v", row)
	}
}

func TestAnApprovalExpiresAfterADay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, granted := o.askForRate("0.9"), o.askForRate("0.8")
	o.later.Store(int64(approval.Lifetime - time.Minute))
	o.must(nil, o.reactor.RunOnce(t.Context()))
	if row := o.status(id); row.Status != approval.StatusRequested {
		t.Errorf("before its time: %+v", row)
	}
	row, err := o.Grant(o.as("admin:2"), granted, "in time")
	if err != nil || row.Status != approval.StatusDone {
		t.Errorf("in time: %+v %v", row, err)
	}
	o.later.Store(int64(approval.Lifetime + time.Minute))
	if _, err := o.Grant(o.as("admin:2"), id, "too late"); !isRefusal(err, "approval_expired") {
		t.Errorf("granted too late: %v", err)
	}
	o.must(nil, o.reactor.RunOnce(t.Context()))
	if row := o.status(id); row.Status != approval.StatusExpired || o.percent() != "0.8" {
		t.Errorf("after its time: %+v, the fee is %s", row, o.percent())
	}
	if _, err := o.Grant(o.as("admin:2"), id, "much too late"); !isRefusal(err, "approval_decided") {
		t.Errorf("granted after it expired: %v", err)
	}
}
