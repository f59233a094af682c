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
	// sound is a true file, and changed the same with one byte changed in the middle. owing is the true file of
	// a later moment, at which the merchant owes money.
	sound, changed, owing string
	key                   string
	// checkpoint is an earlier checkpoint, since which the files are made.
	checkpoint string
	// page is the page that checks, saved as a file.
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
		tab.checks(p.owing, p.checkpoint, ".good")
		tab.visit(g.url + "/portal/proof")
		tab.checks(p.sound, "payment-gateway-log\n1\nAAAA\n", ".bad")
	})
	t.Run("on the page that was kept, without the gateway", func(t *testing.T) {
		tab.visit("file://" + p.page)
		tab.types("#check-key", p.key)
		tab.checks(p.sound, "", ".good")
		tab.checks(p.owing, "", ".good")
		tab.checks(p.changed, "", ".bad")
		tab.visit("file://" + p.page)
		tab.types("#check-key", p.key[:len(p.key)-4]+"AAAA")
		tab.checks(p.sound, "", ".wait")
	})
}

// checks lets the page check a file, and requires the tone of its message.
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
	file := g.proof(t, shop, kept.Size, "balance.adjusted.v1", 3)
	g.owes(t)
	owing := g.proof(t, shop, kept.Size, "balance.payment_reversed.v1", 1)
	changed := bytes.Clone(file)
	changed[len(changed)/2] ^= 1
	dir := t.TempDir()
	p.sound, p.changed = written(t, dir, "sound.statement", file), written(t, dir, "changed.statement", changed)
	p.owing = written(t, dir, "owing.statement", owing)
	p.page = written(t, dir, "check-proof.html", g.download(t, shop, "/portal/proof/page"))
	return p
}

// proof returns the merchant's file since the checkpoint of this many events, once the file has this many
// events of a type.
func (g *gateway) proof(t *testing.T, shop *http.Client, since int64, eventType string, events int) (file []byte) {
	t.Helper()
	poll.Within(t, time.Minute, "a proof of the new events", func() (bool, any) {
		file = g.download(t, shop, fmt.Sprintf("/portal/balance/proof?since=%d", since))
		return bytes.Count(file, []byte(eventType)) >= events, string(file)
	})
	return file
}

// owes makes the provider take back a payment whose money the merchant no longer has.
func (g *gateway) owes(t *testing.T) {
	t.Helper()
	var p payment
	g.call(t, http.MethodPost, "/payments/ewallet", g.key, object{"amount": 150000, "channel_code": "DANA"}, &p)
	g.call(t, http.MethodPost, "/sandbox/payments/"+p.Transaction.TransactionID+"/pay", g.key, nil, nil)
	type amounts struct {
		Balance float64 `json:"saldo"`
		Owed    float64 `json:"piutang"`
	}
	balance := func() (b amounts) {
		g.call(t, http.MethodGet, "/account/balance", g.key, nil, &b)
		return b
	}
	poll.Until(t, "the payment is credited", func() bool { return balance().Balance > 100000 })
	g.call(t, http.MethodPost, "/admin/clients/1/adjustments", g.admin, object{"amount": -balance().Balance, "reason": "for the test"}, nil)
	g.call(t, http.MethodPost, "/provider/callbacks/ewallet", http.Header{"X-Callback-Token": {callbackToken}}, object{
		"event": "ewallet.refund", "business_id": "b", "data": object{
			"id": "ewr_1", "charge_id": p.ProviderID, "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
			"capture_amount": 150000, "refund_amount": 150000, "reason": "REQUESTED_BY_CUSTOMER",
		},
	}, nil)
	poll.Until(t, "the merchant owes it", func() bool { return balance().Owed == -150000 })
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

// download returns a file, empty while there is none yet.
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
