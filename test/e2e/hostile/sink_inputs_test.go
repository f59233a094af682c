package hostile

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gateway/test/e2e/harness"
)

// Texts that the API accepts. Each must be shown as plain text everywhere.
var (
	formulas = []string{
		`=HYPERLINK("http://evil.example","x")`, `=cmd|'/C calc'!A0`, "+1+1", "-2+3", "@SUM(A1)", " =1", `"=1`, ";=1", "a;=1+1", "=1",
		"\uff1d1+1", "\uff0b1", "\uff20SUM(A1)",
	}
	markup = []string{
		`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `"><b>x</b>`, `' onmouseover='alert(1)`, `</title><script>alert(1)</script>`,
		"{{191*7}}", "${191*7}", `<a href="http://evil.example">pay</a>`,
	}
	links = []string{
		"http://evil.example/phish", "evil.example", "www.evil.example/x", "javascript:alert(1)", "ani@evil.example", "https\uff1a//evil.example",
		"evil\u3002example", "Menang! https://evil.example/login now",
	}
	// hidden are texts that begin with an invisible character, or change the direction of writing. A field may
	// refuse them, and metadata keeps them.
	hidden = []string{"\u200b=1", "\ufeff=1", "\u00ad=1", "\u115f=1", "\u200f=1", "\t=1", "\r=1", "\n=1", "\u202e=1", "\u2066=1", "a\u2028=1"}
)

func hostileTexts() []string { return slices.Concat(formulas, markup, links) }

// source is one way in which a text enters: a request, and the field that holds the text.
type source struct {
	by     caller
	method string
	path   string
	field  string
	body   object
	// free says that the field is an object, whose texts are not checked.
	free bool
}

func (s source) send(text string) (answer, error) {
	if s.free {
		return s.by.Send(s.method, s.path, s.body.With(s.field, object{"note": text}))
	}
	return s.by.Send(s.method, s.path, s.body.With(s.field, text))
}

// sourcesOf returns the texts that a merchant's programs and people write, and those that staff write about the
// merchant.
func sourcesOf(t *testing.T, m merchant) []source {
	t.Helper()
	owner, admin := m.LogIn(t), m.Gateway.Admin(t)
	ticket := "/tickets/" + owner.OpenTicket(t)
	invoice, payout := object{"amount": 20_000}, object{"jumlah": 10_000, "norek": "1234567890", "bank": "BCA", "tujuan": "gaji"}
	proposal := object{"nama": "Budi", "email": "budi@example.com", "deskripsi": "Hello."}
	return []source{
		{by: m.Caller, method: "PUT", path: "/account", field: "nama"},
		{by: m.Caller, method: "PUT", path: "/account", field: "alamat"},
		{by: m.Caller, method: "PUT", path: "/account", field: "pic"},
		{by: m.Caller, method: "POST", path: "/payments/invoice", field: "description", body: invoice},
		{by: m.Caller, method: "POST", path: "/payments/invoice", field: "customer_name", body: invoice},
		{by: m.Caller, method: "POST", path: "/payments/invoice", field: "external_id", body: invoice},
		{by: m.Caller, method: "POST", path: "/payments/invoice", field: "metadata", body: invoice, free: true},
		{by: m.Caller, method: "POST", path: "/settlements", field: "tujuan", body: payout},
		{by: m.Caller, method: "POST", path: "/settlements", field: "external_id", body: payout},
		{by: owner, method: "POST", path: "/tickets", field: "subject", body: harness.Question},
		{by: owner, method: "POST", path: "/tickets", field: "description", body: harness.Question},
		{by: owner, method: "POST", path: ticket + "/reply", field: "message"},
		{by: owner, method: "POST", path: "/proposals", field: "nama", body: proposal},
		{by: owner, method: "POST", path: "/proposals", field: "perusahaan", body: proposal},
		{by: owner, method: "POST", path: "/proposals", field: "deskripsi", body: proposal},
		{by: admin, method: "POST", path: m.AdminPath("/adjustments"), field: "reason", body: object{"amount": 100}},
		{by: admin, method: "POST", path: "/admin" + ticket + "/reply", field: "message"},
		{by: admin, method: "POST", path: m.AdminPath("/apps"), field: "name", body: object{"kode": "KSR"}},
	}
}

// fill sends every text into every source, all sources at the same time.
func fill(t *testing.T, m merchant) {
	t.Helper()
	var all sync.WaitGroup
	var taken atomic.Int64
	sources := sourcesOf(t, m)
	for _, s := range sources {
		all.Go(func() {
			for i, text := range append(hostileTexts(), hidden...) {
				if s.field == "name" {
					s.body["kode"] = fmt.Sprintf("A%02d", i)
				}
				switch got, err := s.send(text); {
				case err == nil && got.Status < 300:
					taken.Add(1)
				case err != nil || got.Status != 400:
					t.Errorf("%s of %s with %q: %d %s %v", s.field, s.path, text, got.Status, got.Body, err)
				}
			}
		})
	}
	all.Wait()
	if sent := int64(len(sources) * len(hostileTexts())); taken.Load() < sent*8/10 {
		t.Errorf("only %d of %d texts were taken", taken.Load(), sent)
	}
}
