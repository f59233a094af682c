package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// A merchant that waits for approval sends a document in the portal. An administrator rejects it in the console, and accepts the next one.
func TestADocumentInThePortalAndTheConsole(t *testing.T) {
	t.Parallel()
	m := harness.Shared(t).Register(t)
	v, admin := owner(t, m), staff(t, "admin")
	const path = "/portal/documents"
	v.get(t, "/portal").shows(t, "1 of 6 steps done", "Send a photo of the NPWP To do", "The account is approved Our turn", "usually within 24 hours")
	form := url.Values{"kind": {"npwp"}}
	v.upload(t, path, form).is(t, 400).says(t, "“File”: choose one file")
	v.upload(t, path, form, sentFile{"npwp.pdf", "application/pdf", []byte("<html>")}).is(t, 400).says(t, "“File”: must be a whole PDF")
	paper := sentFile{"npwp.pdf", "application/pdf", pdf(t, "a document", 9_000)}
	v.upload(t, path, form, paper).leadsTo(t, path)
	v.get(t, path).shows(t, "NPWP", "Waiting", "npwp.pdf", "Help: Going live")
	v.get(t, "/portal").shows(t, "Send a photo of the NPWP Our turn")

	work := strings.Split(linkTo(t, admin.get(t, "/console/clients/"+fmt.Sprint(m.ID)).shows(t, "Documents", "NPWP", "Waiting"), "NPWP (tax number)"), "?")[0]
	staff(t, "support").get(t, work).is(t, 403)
	shown := admin.get(t, work).shows(t, "Waiting", "npwp.pdf", "Accept the document")
	if file := admin.get(t, linkTo(t, shown, "npwp.pdf")).is(t, 200); file.Body != string(paper.content) {
		t.Errorf("the file came as %v", file.Header)
	}
	admin.post(t, work+"/reject", url.Values{"reason": {""}}).is(t, 400)
	admin.post(t, work+"/reject", url.Values{"reason": {"blurred"}}).leadsTo(t, work)
	admin.get(t, work).shows(t, "Rejected", "blurred").hides(t, "Accept the document")
	v.get(t, "/portal").shows(t, "Send a photo of the NPWP To do", "Rejected: blurred")
	v.get(t, path).shows(t, "Rejected", "blurred")
	v.upload(t, path, form, sentFile{"again.pdf", "application/pdf", pdf(t, "another document", 9_000)}).leadsTo(t, path)
	next := strings.Split(linkTo(t, admin.get(t, "/console/clients/"+fmt.Sprint(m.ID)), "NPWP (tax number)"), "?")[0]
	admin.post(t, next+"/accept", nil).leadsTo(t, next)
	v.get(t, "/portal").shows(t, "2 of 6 steps done", "Send a photo of the NPWP Done")
	admin.get(t, "/console/documents?status=accepted").shows(t, "NPWP", "Accepted")
}

// Sandbox and production are told apart on every page by name and address, and each leads to the other.
func TestTheBandNamesSandboxAndItsAddress(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	shown := v.get(t, "/portal").shows(t, "Sandbox: no real money")
	if !strings.Contains(shown.Body, "<title>[Sandbox] ") || !strings.Contains(shown.Body, "127.0.0.1:") {
		t.Error("the page names neither the sandbox nor its address")
	}
}
