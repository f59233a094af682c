package act

import (
	"context"
	"fmt"

	accounts "gateway/domain/account"
	"gateway/domain/person"
	"gateway/http/service/account"
	"gateway/http/service/approval"
	"gateway/projections/readmodel"
)

type changeClient struct {
	ClientID int64 `json:"client_id"`
	account.Settings
}

func (c changeClient) String() string {
	text := fmt.Sprintf("switch the automatic approval of withdrawals of client %d %s", c.ClientID,
		map[bool]string{true: "on", false: "off"}[c.AutoApproveWithdrawal])
	switch {
	case c.SetCap && c.DailyPayoutCap == nil:
		text += ", without a daily cap"
	case c.SetCap:
		text += fmt.Sprintf(", up to %s rupiah a day", c.DailyPayoutCap)
	}
	return text
}

func (a *Acts) registerClients(approvals *approval.Approvals) {
	a.registerResetLinks(approvals)
	a.changeClient = approval.Register(approvals, approval.Act[changeClient, readmodel.Client]{
		Name: "client.settings", Ends: []string{accounts.SettingsChanged{}.EventType()},
		Describe: func(c changeClient) approval.Description {
			return approval.Description{What: c.String(), Subject: fmt.Sprintf("clients/%d", c.ClientID), Reason: c.Reason}
		},
		Run: func(ctx context.Context, c changeClient) (readmodel.Client, error) {
			return a.use.Accounts.ChangeSettings(ctx, c.ClientID, c.Settings)
		},
	})
	a.issueKey = approval.Register(approvals, approval.Act[account.NewKey, account.IssuedKey]{
		Name: "client.api_key", Ends: []string{accounts.APIKeyIssued{}.EventType()},
		Describe: func(c account.NewKey) approval.Description {
			return approval.Description{
				What:    fmt.Sprintf("issue the API key %s, named %q, for client %d in place of the one of now", c.Masked, c.Name, c.ClientID),
				Subject: fmt.Sprintf("clients/%d", c.ClientID),
			}
		},
		Run: func(ctx context.Context, c account.NewKey) (account.IssuedKey, error) {
			return a.use.Accounts.IssueKeyAsAdmin(ctx, c)
		},
	})
}

// registerResetLinks registers the links for new passwords of clients.
func (a *Acts) registerResetLinks(approvals *approval.Approvals) {
	a.makeResetLink = approval.Register(approvals, approval.Act[account.NewResetLink, account.ResetLink]{
		Name: "client.reset_link", Ends: []string{person.ResetRequested{}.EventType()},
		Describe: func(c account.NewResetLink) approval.Description {
			return approval.Description{
				What: fmt.Sprintf("make a link for a new password of client %d, which the one who asks gets and which removes "+
					"the second factor", c.ClientID),
				Subject: fmt.Sprintf("clients/%d", c.ClientID), Reason: c.Reason,
			}
		},
		Run: func(ctx context.Context, c account.NewResetLink) (account.ResetLink, error) {
			return a.use.Accounts.MakeResetLink(ctx, c)
		},
	})
}

// MakeResetLink makes a link for a new password of a client. The answer shows it, once, to
// the administrator who asks for it; where it must be granted, it is good from the grant on.
func (a *Acts) MakeResetLink(ctx context.Context, clientID int64, reason string) (any, error) {
	drawn, link, err := a.use.Accounts.DrawResetLink(ctx, clientID, reason)
	if err != nil {
		return nil, err
	}
	answer, err := a.makeResetLink.Do(ctx, drawn)
	switch made := answer.(type) {
	case account.ResetLink:
		made.Link = link
		return made, err
	case approval.Asked:
		return made.WithSecret(map[string]string{"link": link})
	}
	return answer, err
}

// ChangeClient switches the automatic approval of a client's withdrawals, and sets its daily cap.
func (a *Acts) ChangeClient(ctx context.Context, clientID int64, settings account.Settings) (any, error) {
	return a.changeClient.Do(ctx, changeClient{clientID, settings})
}

// IssueKey issues an API key for a client. The answer shows the key, once, to the administrator
// who asks for it; where it must be granted, it works from the grant on.
func (a *Acts) IssueKey(ctx context.Context, clientID int64, r account.KeyRequest) (any, error) {
	drawn, key, err := a.use.Accounts.DrawKey(ctx, clientID, r)
	if err != nil {
		return nil, err
	}
	answer, err := a.issueKey.Do(ctx, drawn)
	switch made := answer.(type) {
	case account.IssuedKey:
		made.Key = key
		return made, err
	case approval.Asked:
		return made.WithSecret(map[string]string{"key": key})
	}
	return answer, err
}
