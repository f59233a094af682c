package openapi

import (
	"maps"
	"slices"
	"testing"
)

// withoutExample are the operations without a recorded example, and why.
var withoutExample = map[string]string{
	"GET /healthz": "it is beside the API, and has one word",
	"GET /readyz":  "it is beside the API, and has a few words",
	// The recorder took a download of it for its answer; an answer in JSON is still to be recorded.
	"GET /me/balance-history": "not recorded yet",
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
