package portal

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"sync"
	"testing"

	"gateway/test/e2e/harness"
)

// document is a body that sends a document of a kind.
func document(kind, name, content string) object {
	return object{"kind": kind, "file": object{"name": name, "content": content}}
}

// A client sends documents before it is approved. It reads what becomes of them, and how far it is, but never the files.
func TestDocumentsOfARegistration(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.Register(t)
	portal, admin := m.LogIn(t), g.Admin(t)
	const onboarding, path = "/auth/onboarding", "/auth/documents"
	portal.Get(t, onboarding).Wants(t, 200).Is(t, object{
		"done": 1, "required": 6, "steps.1.code": "npwp", "steps.1.state": "todo", "steps.3.state": "waiting", "steps.5.optional": true,
	})
	sent := portal.Post(t, path, document("npwp", "npwp.pdf", harness.PDF("one"))).Wants(t, 201).Is(t, object{
		"kind": "npwp", "status": "waiting", "reason": nil, "file.name": "npwp.pdf", "file.type": "application/pdf", "decided_at": nil,
	})
	first := sent.ID(t, "id")
	second := portal.Post(t, path, document("npwp", "again.pdf", harness.PDF("two"))).Wants(t, 201).ID(t, "id")
	admin.Get(t, "/admin/documents/%d", first).Wants(t, 200).Is(t, object{"status": "replaced", "client_id": m.ID, "client_name": "Toko Maju"})
	admin.Post(t, fmt.Sprintf("/admin/documents/%d/accept", first), nil).Refuses(t, 400, "not_waiting")
	admin.Post(t, fmt.Sprintf("/admin/documents/%d/reject", second), object{"reason": "blurred"}).Wants(t, 200)
	portal.Get(t, onboarding).Wants(t, 200).Is(t, object{
		"steps.1.state": "todo", "steps.1.reason": "blurred", "documents.0.status": "rejected", "documents.0.reason": "blurred",
	})
	third := portal.Post(t, path, document("npwp", "npwp.png", harness.PDF("three"))).Wants(t, 201).ID(t, "id")
	portal.Get(t, onboarding).Wants(t, 200).Is(t, object{"done": 1, "steps.1.state": "waiting"})
	for range 2 { // once
		admin.Post(t, fmt.Sprintf("/admin/documents/%d/accept", third), nil).Wants(t, 200).Is(t, object{"status": "accepted"})
	}
	portal.Get(t, onboarding).Wants(t, 200).Is(t, object{"done": 2, "steps.1.state": "done", "steps.2.state": "todo"})
	admin.Post(t, m.AdminPath("/approve"), nil).Wants(t, 200)
	portal.Get(t, onboarding).Wants(t, 200).Is(t, object{"done": 3, "required": 5, "steps.2.optional": true, "steps.3.state": "done"})

	foreign := harness.NewMerchant(t).LogIn(t)
	foreign.Get(t, "/admin/documents/%d/file", third).Refuses(t, 401, "invalid_token")
	portal.Get(t, "/auth/documents/%d/file", third).Refuses(t, 404, "no_such_path")
	if n := len(foreign.Get(t, onboarding).Wants(t, 200).Field(t, "documents").([]any)); n != 0 {
		t.Errorf("another client sees %d documents", n)
	}
}

// What a hostile client sends as a document is refused by name. A file of the largest size is taken whole, and a rejected client sends none.
func TestADocumentOfAHostileClient(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.Register(t)
	portal := m.LogIn(t)
	const path = "/auth/documents"
	pdf := func(size int) string {
		content := append(append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte(" "), size-len("%PDF-1.4\n")-len("%%EOF"))...), "%%EOF"...)
		return base64.StdEncoding.EncodeToString(content)
	}
	portal.Post(t, path, document("ktp", "a.pdf", harness.PDF("a"))).RefusesField(t, "kind")
	portal.Post(t, path, document("nib", "a.pdf", pdf(maxFile+1))).RefusesField(t, "file.content")
	portal.Post(t, path, document("nib", "a.pdf", base64.StdEncoding.EncodeToString([]byte("<html>%PDF-1.4 %%EOF")))).RefusesField(t, "file.content")
	disguised := object{"kind": "nib", "file": object{"name": "a.png", "type": "image/png", "content": harness.PDF("a")}}
	portal.Post(t, path, disguised).RefusesField(t, "file.type")
	portal.Post(t, path, document("nib", "a.pdf", pdf(maxFile))).Wants(t, 201).Is(t, object{"file.size": maxFile})
	approved := harness.NewMerchant(t).LogIn(t)
	for i := range 10 {
		approved.Post(t, path, document("nib", "a.pdf", harness.PDF(fmt.Sprint(i)))).Wants(t, 201)
	}
	approved.Post(t, path, document("nib", "a.pdf", harness.PDF("more"))).Refuses(t, 400, "too_many_documents")

	rejected := g.Register(t)
	portal = rejected.LogIn(t)
	g.Admin(t).Post(t, rejected.AdminPath("/reject"), object{"reason": "a game of chance"}).Wants(t, 200)
	portal.Post(t, path, document("nib", "a.pdf", harness.PDF("a"))).Refuses(t, 403, "account_not_approved")
}

// A client that is not approved yet holds at most four files. Of two that are sent at the same time the last place takes one.
func TestTheFilesOfAStrangerAreFew(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.Register(t)
	portal, admin := m.LogIn(t), g.Admin(t)
	const path, most = "/auth/documents", 4
	send := func(content string) harness.Answer {
		return portal.Post(t, path, document("nib", "a.pdf", harness.PDF(content)))
	}
	for i := range most - 1 {
		send(fmt.Sprint("stranger ", i)).Wants(t, 201)
	}
	var both sync.WaitGroup
	answers := make([]harness.Answer, 2)
	for i := range answers {
		both.Go(func() { answers[i] = send(fmt.Sprint("at the same time ", i)) })
	}
	both.Wait()
	if answers[0].Status != 201 {
		answers[0], answers[1] = answers[1], answers[0]
	}
	last := answers[0].Wants(t, 201).ID(t, "id")
	answers[1].Refuses(t, 400, "documents_full")
	send("one more").Refuses(t, 400, "documents_full")
	admin.Post(t, fmt.Sprintf("/admin/documents/%d/reject", last), object{"reason": "blurred"}).Wants(t, 200)
	send("in its place").Wants(t, 201)
	send("one more").Refuses(t, 400, "documents_full")
	admin.Post(t, m.AdminPath("/approve"), nil).Wants(t, 200)
	send("no stranger").Wants(t, 201)
}
