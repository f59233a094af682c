package console

import (
	"fmt"
	"net/url"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
)

// A merchant sends a slip with its file in the portal, and staff reject it in the console with a reason that the merchant reads.
func TestAWithholdingSlipInThePortalAndTheConsole(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v, admin := owner(t, m), staff(t, "admin")
	const path = "/portal/withholding-slips"
	sent := harness.WithholdingSlip(t, "CONSOLE01", 3_000)
	form := url.Values{"number": {"console01"}, "gross": {"150.000"}, "tax": {"3.000,01"}}
	for _, name := range []string{"period", "slip_date"} {
		form.Set(name, fmt.Sprint(sent[name]))
	}
	v.upload(t, path, form).is(t, 400).says(t, "“File of the slip”: choose one file")
	slip := sentFile{"bukti.pdf", "application/pdf", pdf(t, "a slip", 9_000)}
	v.upload(t, path, form, slip).is(t, 400).says(t, "“Tax withheld”: is at most 3000")
	v.upload(t, path, form, sentFile{"bukti.pdf", "application/pdf", []byte("<html>")}).is(t, 400).says(t, "“File of the slip”: must be a whole PDF")
	form.Set("tax", "3.000")
	v.upload(t, path, form, slip).leadsTo(t, path+"/CONSOLE01")
	shown := v.get(t, path+"/CONSOLE01").shows(t, "Pending", "Rp3.000", "Once it is approved, Rp3.000 is on your balance", "bukti.pdf", "is to be compared with its file")
	if file := v.get(t, linkTo(t, shown, "bukti.pdf")).is(t, 200); file.Body != string(slip.content) {
		t.Errorf("the file came as %v", file.Header)
	}
	v.upload(t, path, form, slip).is(t, 409)
	const work = "/console/withholding-slips"
	admin.get(t, work).shows(t, "CONSOLE01", "Toko Maju", "Rp3.000")
	staff(t, "auditor").get(t, work+"/CONSOLE01").shows(t, "CONSOLE01").hides(t, "Approve the slip", "Reject the slip")
	admin.get(t, work+"/CONSOLE01").shows(t, "Rp3.000 goes to the client's balance", "Reject the slip", "is to be compared with its file")
	admin.post(t, work+"/CONSOLE01/approve", nil).is(t, 400)
	admin.post(t, work+"/CONSOLE01/reject", url.Values{"reason": {"another month"}}).leadsTo(t, work+"/CONSOLE01")
	admin.get(t, work+"/CONSOLE01").shows(t, "Rejected", "another month").hides(t, "Approve the slip")
	v.get(t, path+"/CONSOLE01").shows(t, "Rejected: another month", "you may submit it again")
	v.get(t, path).shows(t, "CONSOLE01", "another month")
}

// Two administrators credit a slip from the console, once, and reject another one with a reason. The client reads both.
func TestTwoAdministratorsApproveAWithholdingSlip(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	harness.PutPastFees(t, events, 1, 150_000)
	g := harness.StartOn(t, events, read, harness.Settings{"DUAL_CONTROL_FROM": "1000"})
	m := g.NewMerchant(t)
	v := owner(t, m)
	ani, budi := twoAdmins(t, g)
	const path, work = "/portal/withholding-slips", "/console/withholding-slips"
	send := func(number, tax string) {
		t.Helper()
		sent := harness.WithholdingSlip(t, number, 3_000)
		form := url.Values{"number": {number}, "gross": {"150.000"}, "tax": {tax}}
		for _, name := range []string{"period", "slip_date"} {
			form.Set(name, fmt.Sprint(sent[name]))
		}
		v.upload(t, path, form, sentFile{"bukti.pdf", "application/pdf", pdf(t, number, 9_000)}).leadsTo(t, path+"/"+number)
	}
	send("TWOADMIN1", "3.000")
	confirmed := url.Values{"confirm": {"true"}}
	approval := ani.post(t, work+"/TWOADMIN1/approve", confirmed).leadsBelow(t, "/console/approvals")
	m.HasBalance(t, 0, 0, 0, 0)
	v.get(t, path+"/TWOADMIN1").shows(t, "Pending")
	ani.get(t, approval).shows(t, "You asked for it").hides(t, "Grant and do it")
	ani.post(t, approval+"/grant", nil).is(t, 403)
	budi.get(t, approval).shows(t, "TWOADMIN1", "Rp3.000")
	budi.post(t, approval+"/grant", nil).leadsTo(t, approval)
	budi.get(t, approval).shows(t, "Done", "Result")
	budi.post(t, approval+"/grant", nil)
	m.HasBalance(t, 3_000, 3_000, 0, 0) // once
	budi.get(t, work+"/TWOADMIN1").shows(t, "Approved").hides(t, "Approve the slip")
	v.get(t, path+"/TWOADMIN1").shows(t, "Approved", "Rp3.000")
	v.get(t, "/portal/search?q=TWOADMIN1").shows(t, "Withholding slip", "TWOADMIN1")
	budi.get(t, "/console/search?q=twoadmin1").shows(t, "Withholding slip", "TWOADMIN1")

	send("TWOADMIN2", "10")
	ani.post(t, work+"/TWOADMIN2/reject", url.Values{}).is(t, 400).says(t, "“Reason”: is required")
	ani.post(t, work+"/TWOADMIN2/reject", url.Values{"reason": {"of another month"}}).leadsTo(t, work+"/TWOADMIN2")
	v.get(t, path+"/TWOADMIN2").shows(t, "Rejected: of another month")
	m.HasBalance(t, 3_000, 3_000, 0, 0)
}
