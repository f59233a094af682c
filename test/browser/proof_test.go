package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gateway/test/poll"

	"github.com/chromedp/chromedp"
)

// proofs are files of a balance with its proofs, and what a merchant keeps beside them.
type proofs struct {
	// sound is a true file, changed the same with one byte changed in the middle.
	sound, changed string
	key            string
	// checkpoint is an earlier one, since which the files are made.
	checkpoint string
	// page is the page that checks, as it is kept.
	page string
}

func TestAProofIsCheckedInTheBrowser(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t)
	p := g.proofs(t)
	tab := b.newTab(t)
	tab.logIn(g.url, "/portal", shopEmail, shopPassword)
	t.Run("on the page of the portal", func(t *testing.T) {
		tab.visit(g.url + "/portal/proof")
		tab.checks(p.sound, p.checkpoint, ".good")
		tab.checks(p.changed, "", ".bad")
		tab.visit(g.url + "/portal/proof")
		tab.checks(p.sound, "payment-gateway-log\n1\nAAAA\n", ".bad")
	})
	t.Run("on the page that was kept, without the gateway", func(t *testing.T) {
		tab.visit("file://" + p.page)
		tab.types("#check-key", p.key)
		tab.checks(p.sound, "", ".good")
		tab.checks(p.changed, "", ".bad")
		tab.visit("file://" + p.page)
		tab.types("#check-key", p.key[:len(p.key)-4]+"AAAA")
		tab.checks(p.sound, "", ".wait")
	})
}

// checks has the page check a file, and demands the tone of what it says.
func (b *tab) checks(file, checkpoint, tone string) {
	b.t.Helper()
	evaluate[bool](b, fmt.Sprintf(`(document.querySelector("#check-earlier").value = %q) !== null`, checkpoint))
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#check-file"), []string{file}))
	b.click("[data-checker] button")
	b.sees("[data-checker] .notice:not(.quiet)")
	b.sees("[data-checker] .notice" + tone)
}

// proofs makes the files. The gateway signs the first events within a moment.
func (g *gateway) proofs(t *testing.T) (p proofs) {
	t.Helper()
	shop := g.logInByHTTP(t)
	var kept struct {
		Checkpoint, Key string
		Size            int64
	}
	poll.Within(t, time.Minute, "a checkpoint", func() (bool, any) {
		answer := g.download(t, http.DefaultClient, "/api/v2/checkpoint")
		return json.Unmarshal(answer, &struct{ Data any }{&kept}) == nil && kept.Size > 0, string(answer)
	})
	p.key, p.checkpoint = kept.Key, kept.Checkpoint
	for range 3 {
		g.call(t, http.MethodPost, "/admin/clients/1/adjustments", g.admin, object{"amount": 12500, "reason": "for the test"}, nil)
	}
	var file []byte
	poll.Within(t, time.Minute, "a proof of the new events", func() (bool, any) {
		file = g.download(t, shop, fmt.Sprintf("/portal/balance/proof?since=%d", kept.Size))
		return bytes.Count(file, []byte("balance.adjusted.v1")) >= 3, string(file)
	})
	changed := bytes.Clone(file)
	changed[len(changed)/2] ^= 1
	dir := t.TempDir()
	p.sound, p.changed = written(t, dir, "sound.statement", file), written(t, dir, "changed.statement", changed)
	p.page = written(t, dir, "check-proof.html", g.download(t, shop, "/portal/proof/page"))
	return p
}

func written(t *testing.T, dir, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// logInByHTTP logs the owner in at the portal without a browser.
func (g *gateway) logInByHTTP(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, Timeout: time.Minute}
	answer, err := client.PostForm(g.url+"/portal/login", url.Values{"email": {shopEmail}, "password": {shopPassword}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return client
}

// download gives a file; empty while there is none yet.
func (g *gateway) download(t *testing.T, client *http.Client, path string) []byte {
	t.Helper()
	answer, err := client.Get(g.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return nil
	}
	return content
}
