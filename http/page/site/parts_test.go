package site_test

import (
	"slices"
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
)

func TestOnlyTheConsoleOfASandboxHasThePageOfParts(t *testing.T) {
	t.Parallel()
	isParts := func(p page.Page) bool { return p.Path == page.PartsPath }
	for _, sandbox := range []bool{true, false} {
		config := page.Config{Sandbox: sandbox}
		if slices.ContainsFunc(site.NewStaff(config).Pages, isParts) != sandbox || slices.ContainsFunc(site.NewPortal(config).Pages, isParts) {
			t.Errorf("sandbox %t: the page is where it should not be, or is missing", sandbox)
		}
	}
}
