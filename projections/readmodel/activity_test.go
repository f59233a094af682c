package readmodel_test

import (
	"encoding/json"
	"testing"

	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/projections/readmodel"
)

func TestActivityTellsWhoChangedWhatFromWhere(t *testing.T) {
	t.Parallel()
	at := func(e eventstore.Envelope, m eventstore.Metadata) eventstore.Envelope {
		e.Metadata = m.JSON()
		return e
	}
	events := log(
		registered(7, "a@m.test"),
		account.ProfileUpdated{ClientID: 7, Profile: account.Profile{AccountNumber: "1"}, Changed: []string{"norek"}, At: after(1)},
		account.Suspended{ClientID: 7, By: "admin:3", Reason: "why", At: after(2)},
		account.APIKeyIssued{ClientID: 7, KeyID: 4, Name: "shop", KeyHash: "secret", MaskedKey: "sk_***", Allow: []string{"192.0.2.0/24"}, At: after(3)},
		account.ProfileUpdated{ClientID: 8, At: after(4)},
		account.AutoApprovalPaused{ClientID: 7, Number: 1, Changed: []string{"norek"}, Until: after(9), At: after(5)},
	)
	events[1] = at(events[1], eventstore.Metadata{Actor: "client:7", Via: "api_key:4", Address: "192.0.2.7"})
	events[2] = at(events[2], eventstore.Metadata{Actor: "admin:3", Via: "session", Address: "10.0.0.3"})
	events[3] = at(events[3], eventstore.Metadata{Actor: "person:9", Via: "session", Address: "192.0.2.8"})
	applied(t, events, func(t *testing.T, q *readmodel.Queries) {
		rows, total, err := q.Activity(t.Context(), 7, firstPage)
		must(t, err)
		equal(t, "total", total, 5)
		wantJSON(t, rows, `[
			{"at":"2026-03-01T05:05:00Z","event":"account.auto_approval_paused","by":"gateway","via":null,"address":null,"details":{"changed":["norek"],"until":"2026-03-01T05:09:00Z"},"gain":null},
			{"at":"2026-03-01T05:03:00Z","event":"account.api_key_issued","by":"person:9","via":"session","address":"192.0.2.8",
				"details":{"allow":["192.0.2.0/24"],"former_until":null,"id":4,"masked_key":"sk_***","name":"shop"},"gain":"api_key-4"},
			{"at":"2026-03-01T05:02:00Z","event":"account.suspended","by":"operator","via":"session","address":null,"details":{"reason":"why"},"gain":null},
			{"at":"2026-03-01T05:01:00Z","event":"account.profile_updated","by":"client:7","via":"api_key:4","address":"192.0.2.7","details":{"changed":["norek"]},"gain":null},
			{"at":"2026-03-01T05:00:00Z","event":"account.registered","by":"gateway","via":null,"address":null,"details":{"email":"a@m.test"},"gain":null}]`)
		for _, row := range rows {
			if !json.Valid(row.Details) {
				t.Errorf("details %s", row.Details)
			}
		}
	})
}
