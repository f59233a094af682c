package page

import (
	"strings"
	"testing"
	"time"

	"gateway/domain/why"
	"gateway/domain/words"
	"gateway/http/api/auth"

	"github.com/shopspring/decimal"
)

func TestAReasonSaysTimesInWordsAndLeadsToThings(t *testing.T) {
	t.Parallel()
	c := &Context{Language: words.English, site: &Site{Prefix: "/console", Roles: auth.Roles{}, Pages: []Page{
		{Path: "/suspense/:id"}, {Path: "/callbacks/:id"}, {Path: "/transactions/:id"},
	}}}
	at := time.Date(2026, 11, 23, 5, 20, 0, 0, time.UTC)
	amount, expected := decimal.NewFromInt(90_000), decimal.NewFromInt(150_000)
	for _, r := range []struct {
		why.ShownReason
		says, leads string
	}{
		{
			why.ShownReason{Code: why.WrongAmount, About: "suspense/2", Amount: &amount, Expected: &expected},
			"Rp90.000 was paid instead of Rp150.000; the money is under review (suspense item 2).", "/console/suspense/2",
		},
		{
			why.ShownReason{Code: why.CallbackRetry, About: "callbacks/cb_0123456789abcdef0123456789abcdef", Until: &at, Count: 2},
			"The callback failed 2 times; it is tried again at 23 Nov 2026, 12.20.00 WIB (callback cb_01234567…).", "/console/callbacks/cb_0123456789abcdef0123456789abcdef",
		},
		{why.ShownReason{Code: why.Replaced, Other: "INV-1-2", Since: &at}, "The payment INV-1-2 took its place at 23 Nov 2026, 12.20.00 WIB.", "/console/transactions/INV-1-2"},
		{why.ShownReason{Code: why.HeldUntilSettled, About: "holds/1", Amount: &amount}, "Rp90.000 is credited, and held until the provider settles it.", ""},
		{
			why.ShownReason{Code: why.RefundSucceeded, About: "refunds/7", Amount: &amount, Since: &at},
			"Rp90.000 went back to the customer at 23 Nov 2026, 12.20.00 WIB.", "",
		},
		{why.ShownReason{Code: "of_a_later_version", Text: words.Text{English: "It waits."}}, "It waits.", ""},
	} {
		var says strings.Builder
		leads := ""
		for _, cell := range c.sentence(r.ShownReason, "clients/1") {
			says.WriteString(cell.Text)
			leads += cell.Path
		}
		if says.String() != r.says || leads != r.leads {
			t.Errorf("%s says %q and leads to %q, want %q and %q", r.Code, says.String(), leads, r.says, r.leads)
		}
	}
}
