package console

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// Names, references, reasons, messages, metadata and user agents are shown as text on every page of the staff's
// site, even if they contain HTML or script.
func TestWhatPeopleWroteIsTextOnEveryPage(t *testing.T) {
	t.Parallel()
	const mark = `<script>alert('x')</script><img src=x onerror="y">{{.}}`
	all := newCrowd(t, mark)
	admin := newVisitor(t, harness.Shared(t))
	email := addStaff(t, "admin")
	agent := http.Header{
		"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"}, "User-Agent": {mark},
	}
	login := "email=" + email + "&password=" + harness.Password
	admin.send(t, http.MethodPost, "/console/login", strings.NewReader(login), agent).leadsTo(t, "/console")
	admin.post(t, "/console/settlements/"+all.Settlement+"/reject", map[string][]string{"reason": {mark}}).is(t, 303)
	admin.post(t, "/console/suspense/"+all.Suspense+"/release", map[string][]string{"reason": {mark}}).is(t, 303)
	admin.post(t, "/console/tickets/"+all.Ticket+"/reply", map[string][]string{"message": {mark}}).is(t, 303)
	seen := 0
	for _, path := range append(all.pages(), "/console/security", "/console/search?q="+all.Paid, "/console/log?type="+`%3Cscript%3Ealert('x')`) {
		for _, as := range []string{"en", "id"} {
			got := admin.send(t, http.MethodGet, path, nil, http.Header{"Accept-Language": {as}})
			if got.Status >= http.StatusInternalServerError {
				t.Errorf("%s: %d", path, got.Status)
			}
			for _, markup := range []string{"<script>alert", "<img src=x", `onerror="y"`} {
				if strings.Contains(got.Body, markup) {
					t.Errorf("%s has %s in its markup", path, markup)
				}
			}
			seen += strings.Count(got.Body, "&lt;script&gt;alert")
		}
	}
	if seen < 2*len(all.pages()) {
		t.Errorf("the mark is seen %d times only: the pages do not show what people wrote", seen)
	}
}
