package console

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAMerchantSeesTheBalanceAtAnyMoment(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 110_000)
	v := owner(t, m)
	v.get(t, "/portal/balance/at").shows(t, "Rp110.000", "As it is now", "Balance adjusted")
	v.get(t, "/portal/balance/at?at=2020-01-01").shows(t, "As it was at", "No movements between these moments").hides(t, "Rp110.000")
	v.get(t, "/portal/balance/at?since=2020-01-01").shows(t, "Changed by +Rp110.000")
	v.get(t, "/portal/balance/at?at=yesterday").is(t, 400)
}

func TestThePageThatChecksProofsIsKeptAsOneFile(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.get(t, "/portal/proof").shows(t, "sent nowhere", "Checkpoint that you kept")
	staff(t, "auditor").get(t, "/console/checkpoint").shows(t, "Checkpoints and proofs", "gateway audit verify")
	kept := v.get(t, "/portal/proof/page").is(t, 200)
	if got := kept.Header.Get("Content-Disposition"); got != `attachment; filename="check-proof.html"` {
		t.Errorf("the page is sent as %q", got)
	}
	for _, outside := range []string{"src=", "href=", "http:", "https:", "import "} {
		if strings.Contains(kept.Body, outside) {
			t.Errorf("the page is not whole: it has %q", outside)
		}
	}
	for _, inside := range []string{"crypto.subtle", "<style>:root", "Check a proof"} {
		if !strings.Contains(kept.Body, inside) {
			t.Errorf("the page lacks %q", inside)
		}
	}
}
