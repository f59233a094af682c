package why

import (
	"testing"

	"gateway/domain/balance"
	"gateway/test/rupiah"
)

func TestWhyASlipIsAsItIs(t *testing.T) {
	t.Parallel()
	const number, period = "25004WOBY", "2025-12"
	slip := balance.Slip{ID: 5, Number: number, Period: period, Tax: rupiah.Of("3000")}
	submitted := balance.WithholdingSubmitted{ClientID: 7, Slip: slip}
	approved := balance.WithholdingApproved{ClientID: 7, ID: 5, Number: number, Period: period, Tax: rupiah.Of("3000")}
	corrected := func(tax string) balance.WithholdingCorrected {
		return balance.WithholdingCorrected{ClientID: 7, Period: period, Tax: rupiah.Of(tax)}
	}
	for name, c := range map[string]struct {
		facts  []Fact
		status string
		want   []Code
	}{
		"it waits":                        {facts(submitted), balance.SlipPending, []Code{SlipForStaff}},
		"credited":                        {facts(submitted, approved), balance.SlipApproved, []Code{SlipCredited}},
		"rejected":                        {facts(submitted, balance.WithholdingRejected{ID: 5, Reason: "unreadable"}), balance.SlipRejected, []Code{SlipRejected}},
		"posted back in part":             {facts(submitted, approved, corrected("1000")), balance.SlipApproved, []Code{SlipCredited, SlipsPostedBack}},
		"posted back, and credited again": {facts(submitted, approved, corrected("1000"), corrected("-1000")), balance.SlipApproved, []Code{SlipCredited}},
		"another submission of the number": {
			facts(submitted, balance.WithholdingRejected{ID: 4, Reason: "unreadable"}), balance.SlipPending, []Code{SlipForStaff},
		},
	} {
		got := OfSlip("withholding-slips/"+number, 5, c.facts, World{})
		var codes []Code
		for _, r := range got.Reasons {
			codes = append(codes, r.Code)
		}
		if len(codes) != len(c.want) || got.Status != c.status || got.ClientID != 7 {
			t.Errorf("%s: %s %v", name, got.Status, codes)
			continue
		}
		for i := range codes {
			if codes[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", name, codes, c.want)
			}
		}
	}
}
