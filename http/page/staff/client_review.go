package staff

import (
	"net/http"
	"net/url"

	"gateway/domain/account"
	"gateway/domain/words"
	"gateway/http/page"
)

var clientActions = []page.Action{
	{Path: "/clients/:id/approve", Group: "manage", Page: "/clients/:id", Do: review("approve", words.DoneApproved)},
	{Path: "/clients/:id/reject", Group: "manage", Page: "/clients/:id", Do: review("reject", words.DoneRejected)},
	{Path: "/clients/:id/suspend", Group: "manage", Page: "/clients/:id", Do: review("suspend", "saved")},
	{Path: "/clients/:id/reactivate", Group: "manage", Page: "/clients/:id", Do: review("reactivate", "saved")},
	{Path: "/clients/:id/settings", Group: "manage", Page: "/clients/:id", Do: demanding(changeSettings, "reason")},
	{Path: "/clients/:id/adjust", Group: "manage", Page: "/clients/:id", Do: adjust},
	{Path: "/clients/:id/api-key", Group: "manage", Page: "/clients/:id/access", Do: issueKey},
	{Path: "/clients/:id/reset-link", Group: "manage", Page: "/clients/:id/access", Do: makeResetLink},
	{Path: "/clients/:id/end-access", Group: "manage", Page: "/clients/:id/access", Do: endAccess},
	{Path: "/clients/:id/add-app", Group: "manage", Page: "/clients/:id/apps", Do: addApp},
	{Path: "/clients/:id/app-fee", Group: "manage", Page: "/clients/:id/apps", Do: demanding(setAppFee, "reason")},
}

// clientReview offers the decisions that the client's state allows.
func clientReview(c *page.Context, cl client) []page.Block {
	if !c.May("manage") {
		return nil
	}
	path := "/clients/" + page.Key(cl.ID)
	switch cl.Status {
	case account.StatusPending:
		return []page.Block{
			step(c, path+"/approve", words.ApproveClient, noHint, reasonField(c, false)),
			danger(c, path+"/reject", words.RejectClient, words.RejectClientHint, reasonField(c, true)),
		}
	case account.StatusApproved:
		return []page.Block{danger(c, path+"/suspend", words.SuspendClient, words.SuspendHint, reasonField(c, true))}
	case account.StatusSuspended:
		return []page.Block{step(c, path+"/reactivate", words.ReactivateClient, noHint, reasonField(c, false))}
	}
	return nil
}

// review sends a decision about a client, with its reason.
func review(what, done string) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		path := "/clients/" + url.PathEscape(c.Param("id"))
		return page.Result{To: path, Done: done}, c.Send(http.MethodPost, "/admin"+path+"/"+what, reasonBody(c), nil)
	}
}

func settingsForm(c *page.Context, cl client) page.Form {
	limit := ""
	if cl.DailyPayoutCap != nil {
		limit = page.Rupiah(*cl.DailyPayoutCap).Text
	}
	return page.Form{
		Title: c.T(words.SettingsTitle), Action: "/clients/" + page.Key(cl.ID) + "/settings", Submit: c.T(words.Save),
		Fields: []page.Field{
			{Name: "is_auto_approve_withdrawal", Label: c.T(words.AutoApproval), Kind: "check", Value: page.Checked(cl.IsAutoApproveWithdrawal)},
			{Name: "daily_payout_cap", Label: c.T(words.DailyCap), Hint: c.T(words.DailyCapHint), Numeric: true, Value: limit},
			reasonField(c, true),
		},
	}
}

func changeSettings(c *page.Context) (page.Result, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	body := map[string]any{
		"is_auto_approve_withdrawal": c.Field("is_auto_approve_withdrawal") == "true", "daily_payout_cap": c.Amount("daily_payout_cap"),
		"reason": c.Field("reason"),
	}
	return page.Result{To: path, Done: "saved"}, c.Send(http.MethodPut, "/admin"+path, body, nil)
}

func adjustmentForm(c *page.Context, cl client) page.Form {
	return page.Form{
		Title: c.T(words.AdjustTitle), Hint: c.T(words.AdjustHint), Action: "/clients/" + page.Key(cl.ID) + "/adjust",
		Submit: c.T(words.Adjust), Danger: true,
		Fields: []page.Field{{Name: "amount", Label: c.T(words.Amount), Required: true}, reasonField(c, true)},
	}
}

func adjust(c *page.Context) (page.Result, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	body := map[string]any{"amount": c.Amount("amount"), "reason": c.Field("reason")}
	return page.Result{To: path, Done: "saved"}, c.Send(http.MethodPost, "/admin"+path+"/adjustments", body, nil)
}
