package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// hostile is a text that a page must show as plain text.
const hostile = `<script>alert("x")</script><b onclick='y'>&amp;`

func TestWhatPeopleWriteIsShownAsText(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := m.OpenInvoice(t, 50_000, object{"external_id": hostile, "description": hostile, "metadata": object{hostile: hostile}})
	v := newVisitor(t, m.Gateway)
	v.send(t, http.MethodPost, "/portal/login", strings.NewReader(url.Values{"email": {m.Email}, "password": {harness.Password}}.Encode()), http.Header{
		"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"}, "User-Agent": {hostile},
	}).leadsTo(t, "/portal")
	v.post(t, "/portal/profile", url.Values{"nama": {hostile}, "alamat": {hostile}}).leadsTo(t, "/portal/profile")
	v.post(t, "/portal/apps", url.Values{"name": {hostile}, "code": {"KSR"}})
	ticket := v.post(t, "/portal/tickets/new", url.Values{"subject": {hostile}, "description": {hostile}, "category": {"question"}}).
		leadsBelow(t, "/portal/tickets")
	support := staff(t, "support")
	seen := map[string]bool{}
	for _, look := range []struct {
		by   *visitor
		path string
	}{
		{v, "/portal"},
		{v, "/portal/payments/" + id},
		{v, "/portal/payments?q=" + url.QueryEscape(hostile)},
		{v, "/portal/search?q=" + url.QueryEscape(hostile)},
		{v, "/portal/profile"},
		{v, "/portal/apps"},
		{v, "/portal/tickets"},
		{v, ticket},
		{v, "/portal/activity"},
		{v, "/portal/login/mine"},
		{v, "/portal/payments?" + url.QueryEscape(hostile) + "=1"},
		{v, "/portal/payments/new?amount=" + url.QueryEscape(hostile)},
		{support, "/console/transactions/" + id},
		{support, "/console/clients?status="},
		{support, "/console/tickets"},
		{support, strings.Replace(ticket, "/portal", "/console", 1)},
		{support, "/console/search?q=" + url.QueryEscape(hostile)},
	} {
		got := look.by.get(t, look.path)
		for _, raw := range []string{"<script>alert", "<b onclick"} {
			if strings.Contains(got.Body, raw) {
				t.Errorf("%s has the markup %s", look.path, raw)
			}
		}
		seen[look.path] = strings.Contains(got.Body, "&lt;script&gt;alert")
	}
	for _, path := range []string{"/portal/payments/" + id, "/portal/profile", ticket, "/console/transactions/" + id, "/console/tickets"} {
		if !seen[path] {
			t.Errorf("%s does not show the text", path)
		}
	}
}
