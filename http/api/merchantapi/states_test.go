package merchantapi

import (
	"context"
	"testing"

	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/clientrows"
)

// Tests what a client in each state may do with its key and in the portal.
func TestEachStateOfAClientMayDoItsPart(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	type review func(a accountservice.Accounts, ctx context.Context, clientID int64, reason string) (clientrows.Client, error)
	const suspended, notApproved, dead = "account_suspended", "account_not_approved", "invalid_api_key"
	for _, c := range []struct {
		state     string
		reviews   []review
		developer bool
		// The error codes of each operation: reading and writing with a key; in the portal, reading, revoking a
		// key, writing a ticket and issuing a key.
		read, write, portalRead, revoke, ticket, issue string
	}{
		{"pending", nil, false, "", "", notApproved, notApproved, notApproved, notApproved},
		{"approved", []review{accountservice.Accounts.Approve}, true, "", "", "", "", "", ""},
		{"rejected", []review{accountservice.Accounts.Reject}, false, dead, dead, notApproved, notApproved, notApproved, notApproved},
		{"suspended", []review{accountservice.Accounts.Approve, accountservice.Accounts.Suspend}, true, "", suspended, "", "", "", suspended},
		{"reactivated", []review{accountservice.Accounts.Approve, accountservice.Accounts.Suspend, accountservice.Accounts.Reactivate}, true, "", "", "", "", "", ""},
	} {
		email := c.state + "@example.com"
		client := p.registered(email)
		drawn, key, err := p.Accounts.DrawKey(t.Context(), client, accountservice.KeyRequest{Name: "server"})
		if err == nil {
			_, err = p.Accounts.IssueKeyAsAdmin(t.Context(), drawn)
		}
		if err != nil {
			t.Fatal(err)
		}
		token := p.bearer(email)
		for _, act := range c.reviews {
			if _, err := act(p.Accounts, t.Context(), client, "reason"); err != nil {
				t.Fatal(err)
			}
		}
		for _, try := range []struct {
			name, method, path, body, header, value, refused string
		}{
			{"read", "GET", "/account", "", "X-API-Key", key, c.read},
			{"write", "PUT", "/account", `{"alamat":"Jl. Baru"}`, "X-API-Key", key, c.write},
			{"portal read", "GET", "/api-keys", "", "Authorization", token, c.portalRead},
			{"log in", "GET", "/auth/me", "", "Authorization", token, ""},
			{"ticket", "POST", "/tickets", `{"subject":"s","description":"d"}`, "Authorization", token, c.ticket},
			{"revoke", "DELETE", "/api-keys/" + itoa(drawn.ID), "", "Authorization", token, c.revoke},
			{"issue", "POST", "/api-keys", `{"name":"shop"}`, "Authorization", token, c.issue},
		} {
			if got := p.call(try.method, try.path, try.body, try.header, try.value); got.ErrorCode != try.refused {
				t.Errorf("a client that is %s, %s: %d %q, want %q", c.state, try.name, got.Status, got.ErrorCode, try.refused)
			}
		}
		if me, err := p.Queries.Client(t.Context(), client); err != nil || me.HasDeveloper != c.developer {
			t.Errorf("a client that is %s has developer access: %t (%v)", c.state, me.HasDeveloper, err)
		}
	}
}
