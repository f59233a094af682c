package console

import (
	"fmt"
	"net/url"
	"testing"

	"gateway/test/e2e/harness"
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
	shown := v.get(t, path+"/CONSOLE01").shows(t, "Pending", "Rp3.000", "Once it is approved, Rp3.000 is on your balance", "bukti.pdf")
	if file := v.get(t, linkTo(t, shown, "bukti.pdf")).is(t, 200); file.Body != string(slip.content) {
		t.Errorf("the file came as %v", file.Header)
	}
	v.upload(t, path, form, slip).is(t, 409)
	const work = "/console/withholding-slips"
	admin.get(t, work).shows(t, "CONSOLE01", "Toko Maju", "Rp3.000")
	staff(t, "auditor").get(t, work+"/CONSOLE01").shows(t, "CONSOLE01").hides(t, "Approve the slip", "Reject the slip")
	admin.get(t, work+"/CONSOLE01").shows(t, "Rp3.000 goes to the client's balance", "Reject the slip")
	admin.post(t, work+"/CONSOLE01/approve", nil).is(t, 400)
	admin.post(t, work+"/CONSOLE01/reject", url.Values{"reason": {"another month"}}).leadsTo(t, work+"/CONSOLE01")
	admin.get(t, work+"/CONSOLE01").shows(t, "Rejected", "another month").hides(t, "Approve the slip")
	v.get(t, path+"/CONSOLE01").shows(t, "Rejected: another month", "you may submit it again")
	v.get(t, path).shows(t, "CONSOLE01", "another month")
}
