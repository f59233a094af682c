package account

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestIssueKey(t *testing.T) {
	t.Parallel()
	issue := func(name string, byAdmin bool) decision {
		return func(s State) ([]domain.Event, error) {
			return IssueKey(s, IssueKeyCmd{
				KeyID: 21, Name: name, Hash: "hash", Masked: "sk_live_…abcd", By: "client:7", At: noon, NewAppID: 11, ByAdmin: byAdmin,
			})
		}
	}
	app := defaultApp
	app.By = "client:7"
	older := issued
	older.KeyID = 20
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "to nobody", When: issue("", false), Refused: "client_not_found"},
		{Name: "again", Given: append(approvedClient, issued), When: issue("", false)},
		{Name: "by a pending client", Given: pendingClient, When: issue("", false), Refused: "developer_access_required"},
		{Name: "by a suspended client", Given: suspendedClient, When: issue("", false), Refused: "developer_access_required"},
		{Name: "without a name", Given: approvedClient, When: issue("", false), Refused: "invalid_field name"},
		{Name: "by an approved client", Given: approvedClient, When: issue("server", false), Then: eventsOf(issued)},
		{Name: "replaces the older key", Given: append(approvedClient, older), When: issue("server", false), Then: eventsOf(issued)},
		{Name: "by an admin, to a pending client without an app", Given: pendingClient, When: issue("server", true), Then: eventsOf(app, issued)},
		{Name: "by an admin, to a suspended client", Given: suspendedClient, When: issue("server", true), Then: eventsOf(issued)},
	})
	if s := Aggregate.Fold(State{}, append(approvedClient, older, issued)...); s.Key.ID != 21 {
		t.Errorf("key %d is active", s.Key.ID)
	}
}

func TestRevokeKeyAndRotateSecret(t *testing.T) {
	t.Parallel()
	revoke := func(id int64) decision {
		return func(s State) ([]domain.Event, error) {
			return RevokeKey(s, RevokeKeyCmd{KeyID: id, By: "client:7", At: noon})
		}
	}
	rotate := func(s State) ([]domain.Event, error) { return RotateCallbackSecret(s, "m2", noon) }
	revoked := APIKeyRevoked{ClientID: 7, KeyID: 21, By: "client:7", At: noon}
	first := WebhookSecretRotated{ClientID: 7, Generation: 1, MasterID: "m2", At: noon}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "revoke of nobody", When: revoke(21), Refused: "client_not_found"},
		{Name: "revoke where there is none", Given: approvedClient, When: revoke(21), Refused: "api_key_not_found"},
		{Name: "revoke another's", Given: append(approvedClient, issued), When: revoke(20), Refused: "api_key_not_found"},
		{Name: "revoke twice", Given: append(approvedClient, issued, revoked), When: revoke(21), Refused: "api_key_not_found"},
		{Name: "revoke", Given: append(approvedClient, issued), When: revoke(21), Then: eventsOf(revoked)},
		{Name: "rotate of nobody", When: rotate, Refused: "client_not_found"},
		{Name: "rotate", Given: pendingClient, When: rotate, Then: eventsOf(first)},
		{Name: "rotate again", Given: append(pendingClient, first), When: rotate, Then: eventsOf(WebhookSecretRotated{ClientID: 7, Generation: 2, MasterID: "m2", At: noon})},
	})
}
