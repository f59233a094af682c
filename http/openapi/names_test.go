package openapi

import (
	"slices"
	"testing"

	"gateway/domain/feed"
)

func TestTheDescriptionListsTheNamesOfEventsThatThereAre(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, name := range load(t).Components.Schemas["EventName"].Value.Enum {
		listed = append(listed, name.(string))
	}
	if !slices.Equal(listed, feed.Names) {
		t.Errorf("the description lists %v, and the names are %v", listed, feed.Names)
	}
}
