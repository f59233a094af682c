package actservice

import (
	"context"
	"fmt"

	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/http/service/accountservice"
	"gateway/http/service/approvalservice"
	"gateway/projections/readmodel/clientrows"
)

type changeClient struct {
	ClientID int64 `json:"client_id"`
	accountservice.Settings
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
	switch {
	case c.SetRefundCap && c.DailyRefundCap == nil:
		text += ", and let refunds go out up to the usual daily cap"
	case c.SetRefundCap:
		text += fmt.Sprintf(", and let refunds go out up to %s rupiah a day", c.DailyRefundCap)
	}
	return text
}

func (a *Acts) registerClients(approvals *approvalservice.Approvals) {
	a.registerResetLinks(approvals)
	a.changeClient = approvalservice.Register(approvals, approvalservice.Act[changeClient, clientrows.Client]{
		Name: "client.settings", Ends: []string{account.SettingsChanged{}.EventType()},
		Describe: func(c changeClient) approvalservice.Description {
			return approvalservice.Description{What: c.String(), Subject: fmt.Sprintf("clients/%d", c.ClientID), Reason: c.Reason}
		},
		Explain: a.explainClient,
		Run: func(ctx context.Context, rehearse bool, c changeClient) (clientrows.Client, error) {
			return a.on(rehearse).Accounts.ChangeSettings(ctx, c.ClientID, c.Settings)
		},
	})
	a.issueKey = approvalservice.Register(approvals, approvalservice.Act[accountservice.NewKey, accountservice.IssuedKey]{
		Name: "client.api_key", Ends: []string{account.APIKeyIssued{}.EventType()},
		Describe: func(c accountservice.NewKey) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("issue the API key %s, named %q, for client %d in place of the one of now", c.Masked, c.Name, c.ClientID),
				Subject: fmt.Sprintf("clients/%d", c.ClientID),
			}
		},
		Explain: a.explainKey,
		Run: func(ctx context.Context, rehearse bool, c accountservice.NewKey) (accountservice.IssuedKey, error) {
			return a.on(rehearse).Accounts.IssueKeyAsAdmin(ctx, c)
		},
	})
}

// registerResetLinks registers the act that makes new-password links for clients.
func (a *Acts) registerResetLinks(approvals *approvalservice.Approvals) {
	a.makeResetLink = approvalservice.Register(approvals, approvalservice.Act[accountservice.NewResetLink, accountservice.ResetLink]{
		Name: "client.reset_link", Ends: []string{person.ResetRequested{}.EventType()},
		Describe: func(c accountservice.NewResetLink) approvalservice.Description {
			return approvalservice.Description{
				What: fmt.Sprintf("make a link for a new password of client %d, which the one who asks gets and which removes "+
					"the second factor", c.ClientID),
				Subject: fmt.Sprintf("clients/%d", c.ClientID), Reason: c.Reason,
			}
		},
		Explain: a.explainResetLink,
		Run: func(ctx context.Context, rehearse bool, c accountservice.NewResetLink) (accountservice.ResetLink, error) {
			return a.on(rehearse).Accounts.MakeResetLink(ctx, c)
		},
	})
}

// MakeResetLink makes a new-password link for a client. The answer shows the link, once, to the administrator
// who asked. If approval is needed, the link is valid from the grant on.
func (a *Acts) MakeResetLink(ctx context.Context, clientID int64, reason string) (any, error) {
	drawn, link, err := a.use.Accounts.DrawResetLink(ctx, clientID, reason)
	if err != nil {
		return nil, err
	}
	answer, err := a.makeResetLink.Do(ctx, drawn)
	switch made := answer.(type) {
	case accountservice.ResetLink:
		made.Link = link
		return made, err
	case approvalservice.Asked:
		return made.WithSecret(map[string]string{"link": link})
	}
	return answer, err
}

// ChangeClient switches the auto-approval of a client's withdrawals, and sets its daily cap.
func (a *Acts) ChangeClient(ctx context.Context, clientID int64, settings accountservice.Settings) (any, error) {
	return a.changeClient.Do(ctx, changeClient{clientID, settings})
}

// IssueKey issues an API key for a client. The answer shows the key, once, to the administrator who asked. If
// approval is needed, the key is valid from the grant on.
func (a *Acts) IssueKey(ctx context.Context, clientID int64, r accountservice.KeyRequest) (any, error) {
	drawn, key, err := a.use.Accounts.DrawKey(ctx, clientID, r)
	if err != nil {
		return nil, err
	}
	answer, err := a.issueKey.Do(ctx, drawn)
	switch made := answer.(type) {
	case accountservice.IssuedKey:
		made.Key = key
		return made, err
	case approvalservice.Asked:
		return made.WithSecret(map[string]string{"key": key})
	}
	return answer, err
}
