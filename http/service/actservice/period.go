package actservice

import (
	"context"
	"fmt"

	"gateway/domain/period"
	"gateway/http/service/approvalservice"
	"gateway/http/service/periodservice"
)

// registerPeriods registers the acts on the months of the books. Each needs a second administrator.
func (a *Acts) registerPeriods(approvals *approvalservice.Approvals) {
	a.closePeriod = approvalservice.Register(approvals, approvalservice.Act[periodservice.Request, periodservice.Shown]{
		Name: "period.close", Two: true, Ends: []string{period.Closed{}.EventType()},
		Describe: func(r periodservice.Request) approvalservice.Description {
			what := "close the month " + r.Period + " for good"
			if n := len(r.Accepted); n > 0 {
				what += fmt.Sprintf(", and accept %d findings, the first: %s (%s)", n, r.Accepted[0].Finding, r.Accepted[0].Reason)
			}
			return approvalservice.Description{What: what, Subject: "periods/" + r.Period, Reason: r.Reasons()}
		},
		Explain: explainPeriod,
		Run: func(ctx context.Context, rehearse bool, r periodservice.Request) (periodservice.Shown, error) {
			return a.on(rehearse).Periods.Close(ctx, r)
		},
	})
}

// ClosePeriod closes a month. The refusals are those of periodservice.Periods.Close.
func (a *Acts) ClosePeriod(ctx context.Context, r periodservice.Request) (any, error) {
	return a.closePeriod.Do(ctx, r)
}
