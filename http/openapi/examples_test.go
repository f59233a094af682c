package openapi

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// withoutExample lists the operations that have no recorded example, and why.
var withoutExample = map[string]string{
	"GET /healthz": "it is beside the API, and has one word",
	"GET /readyz":  "it is beside the API, and has a few words",
}

func TestEveryOperationShowsWhatAGatewayAnswered(t *testing.T) {
	t.Parallel()
	all := operations(load(t))
	for _, where := range slices.Sorted(maps.Keys(all)) {
		op := all[where]
		good := slices.Min(slices.Collect(maps.Keys(op.Responses.Map())))
		media := op.Responses.Value(good).Value.Content["application/json"]
		if media == nil || media.Example != nil || withoutExample[where] != "" {
			continue
		}
		t.Errorf("%s (%s, %s) has no example: WRITE_EXAMPLES=1 make test PKG=./test/e2e/... records one, see CONTRIBUTING.md", where, op.OperationID, op.Tags[0])
	}
}

// composed lists the errors whose examples are made from the table of errors because no test's request provokes
// them, or none does so reliably, and why.
var composed = map[string]string{
	"internal":                  "something in the gateway is broken",
	"unavailable":               "the database is away, or the request ended",
	"busy":                      "more writers at once than retries, which no test can bring about with certainty",
	"draining":                  "/readyz of an instance that stops says it, and has no example",
	"log_suspended":             "the log went back: tests of the commands restore an older one",
	"not_ready":                 "the read models catch up after a start: over too soon to be met with certainty",
	"proofs_not_ready":          "the signer is behind the log for moments",
	"log_altered":               "somebody changed the log",
	"developer_access_required": "an account that is not approved is refused before, but for one that loses its approval at that moment",
	"approval_expired":          "the time to decide is a day",
	"approver_disabled":         "a disabled administrator has no session, but for one that is disabled at that moment",
	"rebuild_under_way":         "a rebuild of the small log of a test is over at once",
	"retired_differs":           "it takes a rebuild by a version with other tables",
	"too_many_people":           "it takes 100 invitations, and those of an hour are limited: a test of the domain holds it",
	"too_many_open":             "it takes 500 payouts: a test of the domain holds it",
	"too_many_replies":          "it takes 500 replies: a test of the domain holds it",
}

// composedFor lists, by audience, the errors that only this audience can't meet in a test.
var composedFor = map[string]map[string]string{
	Merchants.Name:      {"client_not_found": "the client of a credential is there"},
	Administrators.Name: {"idempotency_key_in_use": "what administrators ask for is done too soon for a second request with its key"},
}

func TestEveryExampleOfAnErrorIsInTheFolderOfItsAudience(t *testing.T) {
	t.Parallel()
	found, err := os.ReadDir(filepath.Join("description", "examples", "errors"))
	if err != nil {
		t.Fatal(err)
	}
	var audiences []string
	for _, audience := range Audiences() {
		audiences = append(audiences, audience.Name)
	}
	for _, entry := range found {
		if !entry.IsDir() || !slices.Contains(audiences, entry.Name()) {
			t.Errorf("examples/errors/%s is the folder of no audience, so nothing would read it: see CONTRIBUTING.md", entry.Name())
		}
	}
}

func TestEveryErrorShowsWhatAGatewayAnsweredItsCaller(t *testing.T) {
	t.Parallel()
	for _, audience := range Audiences() {
		for _, code := range slices.Sorted(maps.Keys(errorsOf(t, audience))) {
			_, err := os.Stat(filepath.Join("description", "examples", "errors", audience.Name, code+".yaml"))
			switch excuse := composed[code] + composedFor[audience.Name][code]; {
			case err != nil && excuse == "":
				t.Errorf("%s of %s is not recorded: see CONTRIBUTING.md", code, audience.Name)
			case err == nil && excuse != "":
				t.Errorf("%s of %s is recorded, so it needs no reason", code, audience.Name)
			}
		}
	}
}

// A description quotes what its own callers are told: addresses of their own guide, and for a merchant no
// operation of administrators.
func TestTheErrorsOfADescriptionAreThoseOfItsCallers(t *testing.T) {
	t.Parallel()
	for _, audience := range Audiences() {
		for code, example := range errorsOf(t, audience) {
			said, err := yaml.Marshal(example)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(said), "/api/v2"+audience.Path+"/errors#"+code) {
				t.Errorf("%s of %s names another guide:\n%s", code, audience.Name, said)
			}
			if audience.Name == Merchants.Name && strings.Contains(string(said), "/admin/") {
				t.Errorf("%s of merchants speaks of administrators:\n%s", code, said)
			}
			if strings.Contains(string(said), errorOf) {
				t.Errorf("%s of %s has what others meet:\n%s", code, audience.Name, said)
			}
		}
	}
}

// errorsOf returns the examples of errors in the description for an audience.
func errorsOf(t *testing.T, audience Audience) map[string]any {
	t.Helper()
	var doc struct {
		Components struct{ Examples map[string]any }
	}
	if err := yaml.Unmarshal(get(t, "/api/v2"+audience.Path+"/openapi.yaml").Body.Bytes(), &doc); err != nil || len(doc.Components.Examples) == 0 {
		t.Fatalf("%s: %v", audience.Name, err)
	}
	return doc.Components.Examples
}
