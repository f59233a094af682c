package staff

import (
	"gateway/domain/account"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var clientActions = []page.Action{
	{Path: "/clients/:id/approve", Group: "manage", Page: "/clients/:id", Do: page.Sends(words.DoneApproved, api.ApproveClient, reasonBody)},
	{Path: "/clients/:id/reject", Group: "manage", Page: "/clients/:id", Do: page.Sends(words.DoneRejected, api.RejectClient, reasonBody)},
	{Path: "/clients/:id/suspend", Group: "manage", Page: "/clients/:id", Do: page.Sends("saved", api.SuspendClient, reasonBody)},
	{Path: "/clients/:id/reactivate", Group: "manage", Page: "/clients/:id", Do: page.Sends("saved", api.ReactivateClient, reasonBody)},
	{
		Path: "/clients/:id/settings", Group: "manage", Page: "/clients/:id",
		Do: demanding(page.Sends("saved", api.ChangeClientSettings, settingsBody), "reason"),
	},
	{Path: "/clients/:id/adjust", Group: "manage", Page: "/clients/:id", Do: page.Sends("saved", api.AdjustBalance, adjustmentBody)},
	{Path: "/clients/:id/api-key", Group: "manage", Page: "/clients/:id/access", Do: issueKey},
	{Path: "/clients/:id/reset-link", Group: "manage", Page: "/clients/:id/access", Do: makeResetLink},
	{Path: "/clients/:id/end-access", Group: "manage", Page: "/clients/:id/access", Do: endAccess},
	{Path: "/clients/:id/add-app", Group: "manage", Page: "/clients/:id/apps", Do: page.Sends("created", api.AddApp, appBody)},
	{Path: "/clients/:id/app-fee", Group: "manage", Page: "/clients/:id/apps", Do: demanding(setAppFee, "reason")},
}

// clientReview offers the decisions that the client's state allows.
func clientReview(c *page.Context, cl api.AdminAccount) []page.Block {
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

func settingsForm(c *page.Context, cl api.AdminAccount) page.Form {
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

func settingsBody(c *page.Context) any {
	return page.Body{
		"is_auto_approve_withdrawal": c.Field("is_auto_approve_withdrawal") == "true", "daily_payout_cap": c.Amount("daily_payout_cap"),
		"reason": c.Field("reason"),
	}
}

func adjustmentForm(c *page.Context, cl api.AdminAccount) page.Form {
	return page.Form{
		Title: c.T(words.AdjustTitle), Hint: c.T(words.AdjustHint), Action: "/clients/" + page.Key(cl.ID) + "/adjust",
		Submit: c.T(words.Adjust), Danger: true,
		Fields: []page.Field{{Name: "amount", Label: c.T(words.Amount), Required: true}, reasonField(c, true)},
	}
}

func adjustmentBody(c *page.Context) any {
	return page.Body{"amount": c.Amount("amount"), "reason": c.Field("reason")}
}
