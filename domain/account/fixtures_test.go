package account

import (
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/person"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

type decision = func(State) ([]domain.Event, error)

func eventsOf(events ...domain.Event) []domain.Event { return events }

func of[T any](v T) *T { return &v }

// theOwner is the login that registered the client, by its actor name in events.
const theOwner = "client:7/person:7"

var tooLong = strings.Repeat("a", 256)

var (
	registered  = Registered{ClientID: 7, Code: "C7", Name: "Toko", Email: "toko@example.com", PasswordHash: "hash", At: noon}
	approved    = Approved{ClientID: 7, By: "admin:1", Reason: "", At: noon}
	defaultApp  = AppAdded{ClientID: 7, ID: 11, Name: "Toko", Code: "C7", Category: "default", Type: "default", By: "admin:1", At: noon}
	secondApp   = AppAdded{ClientID: 7, ID: 12, Name: "Kasir", Code: "KASIR", Category: "pos", Type: "web", URL: "https://kasir.example", By: "admin:1", At: noon}
	rejected    = Rejected{ClientID: 7, By: "admin:1", Reason: "why", At: noon}
	suspended   = Suspended{ClientID: 7, By: "admin:1", Reason: "why", At: noon}
	reactivated = Reactivated{ClientID: 7, By: "admin:1", At: noon}
	issued      = APIKeyIssued{ClientID: 7, KeyID: 21, Name: "server", KeyHash: "hash", MaskedKey: "sk_live_…abcd", By: theOwner, At: noon}

	pendingClient   = eventsOf(registered)
	approvedClient  = eventsOf(registered, approved, defaultApp)
	rejectedClient  = eventsOf(registered, rejected)
	suspendedClient = eventsOf(registered, approved, defaultApp, suspended)
)

// In addition to the owner the client has a developer, person 8, and a second owner, person 9.
const (
	theDeveloper = "client:7/person:8"
	secondOwner  = "client:7/person:9"
)

var (
	withPeople = append(eventsOf(registered, approved, defaultApp),
		person.Invited{ClientID: 7, PersonID: 8, Role: person.RoleDeveloper}, person.Joined{ClientID: 7, PersonID: 8},
		person.Invited{ClientID: 7, PersonID: 9, Role: person.RoleOwner}, person.Joined{ClientID: 7, PersonID: 9},
	)
	ofCI = RestrictedKeyIssued{
		ClientID: 7, KeyID: 41, Name: "ci", KeyHash: "hash", MaskedKey: "sk_live_…abcd",
		Scopes: []string{ScopeRead, ScopeEndpoints}, By: theDeveloper, At: noon,
	}
)
