package admin

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// Administrators, and no one else, see and decide about the documents of clients.
func TestOnlyAdministratorsSeeDocuments(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.Register(t)
	admin, content := g.Admin(t), harness.PDF("a document")
	send := func(kind string) string {
		body := object{"kind": kind, "file": object{"name": "paper.html", "content": content}}
		return fmt.Sprint("/admin/documents/", m.LogIn(t).Post(t, "/auth/documents", body).Wants(t, 201).ID(t, "id"))
	}
	npwp, nib := send("npwp"), send("nib")
	admin.Get(t, "/admin/documents?status=waiting&client_id=%d", m.ID).Wants(t, 200).HasMeta(t, 2, 15, 1, 1)
	admin.Get(t, "%s", npwp).Wants(t, 200).Is(t, object{"kind": "npwp", "status": "waiting", "client_id": m.ID, "file.name": "paper.html", "decided_by": nil})
	want, _ := base64.StdEncoding.DecodeString(content)
	got, err := admin.Send("GET", npwp+"/file", nil)
	if err != nil || string(got.Body) != string(want) || got.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the file: %d %q %v", got.Status, got.Body, err)
	}
	if name := got.Header.Get("Content-Disposition"); !strings.HasPrefix(name, "attachment") || !strings.Contains(name, "paper.html.pdf") {
		t.Errorf("it is saved as %q", name)
	}
	for _, role := range []string{"support", "auditor"} {
		other := g.AddAdmin(t, role)
		for _, path := range []string{"/admin/documents", npwp, npwp + "/file"} {
			other.Get(t, "%s", path).Refuses(t, 403, "role_forbidden")
		}
		other.Post(t, npwp+"/accept", nil).Refuses(t, 403, "role_forbidden")
		if kinds := other.Get(t, "/admin/attention").Wants(t, 200).Column(t, "kind"); strings.Contains(fmt.Sprint(kinds), "documents_waiting") {
			t.Errorf("%s looks at %v", role, kinds)
		}
	}
	if kinds := admin.Get(t, "/admin/attention").Wants(t, 200).Column(t, "kind"); !strings.Contains(fmt.Sprint(kinds), "documents_waiting") {
		t.Errorf("people look at %v", kinds)
	}
	admin.Post(t, npwp+"/accept", nil).Wants(t, 200).Is(t, object{"status": "accepted", "client_name": "Toko Maju"})
	admin.Post(t, npwp+"/reject", object{"reason": "late"}).Refuses(t, 400, "not_waiting")
	admin.Post(t, nib+"/reject", object{"reason": ""}).RefusesField(t, "reason")
	admin.Post(t, nib+"/reject", object{"reason": "of another company"}).Wants(t, 200).Is(t, object{"status": "rejected", "reason": "of another company"})
	admin.Post(t, nib+"/accept", nil).Refuses(t, 400, "not_waiting")
	admin.Get(t, "/admin/documents/99999999").Refuses(t, 404, "not_found")
	admin.Get(t, "/admin/documents/99999999/file").Refuses(t, 404, "not_found")
	admin.Post(t, "/admin/documents/99999999/accept", nil).Refuses(t, 404, "not_found")
	admin.Post(t, "/admin/documents/99999999/reject", object{"reason": "no"}).Refuses(t, 404, "not_found")
}
