package console

import (
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestStaffSeeWhetherOurMoneyCoversWhatIsOwedAndHowOldDebtsAre(t *testing.T) {
	t.Parallel()
	harness.NewFundedMerchant(t, 10_000)
	v := staff(t, "auditor")
	today := time.Now().In(time.FixedZone("WIB", 7*60*60)).Format(time.DateOnly)
	v.get(t, "/console/safeguarding").shows(t, "Money that we hold", today, "(the day goes on)", "Download all days")
	v.get(t, "/console/safeguarding/"+today).shows(t, "Owed to clients and payers", "The day is not over").hides(t, "Download the signed file")
	v.get(t, "/console/safeguarding/2020-01-31").shows(t, "Our money covers it", "Download the signed file")
	v.get(t, "/console/safeguarding/yesterday").is(t, 400)
	v.get(t, "/console/aging/receivables").shows(t, "What clients owe", "Over 90 days")
	v.get(t, "/console/aging/suspense").shows(t, "31–90 days", "In all")
}
