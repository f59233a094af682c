package simulator_test

import (
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// browse sends a request as a browser does. Headers are pairs.
func (f *fixture) browse(t *testing.T, method, path string, form url.Values, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for pair := range slices.Chunk(headers, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	recorder := httptest.NewRecorder()
	f.ServeHTTP(recorder, request)
	return recorder
}

// page returns the text of a page, which must exist.
func (f *fixture) page(t *testing.T, path string) string {
	t.Helper()
	answer := f.browse(t, http.MethodGet, path, nil)
	if answer.Code != http.StatusOK {
		t.Fatalf("GET %s: %d", path, answer.Code)
	}
	return html.UnescapeString(answer.Body.String())
}

func shows(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(page, text) {
			t.Errorf("%q is not on the page", text)
		}
	}
}

func pagePath(channel pricing.Kind, opened report.Instructions) string {
	folder := map[pricing.Kind]string{
		pricing.Invoice: "invoices", pricing.VA: "virtual-accounts", pricing.EWallet: "ewallets", pricing.QRIS: "qr-codes",
	}
	return "/simulator/" + folder[channel] + "/" + opened.ProviderID
}

func TestPagesShowThePayment(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for channel, texts := range map[pricing.Kind][]string{
		pricing.Invoice: {"Toko Maju", "ORDER-7", `data-left="86400"`, "2 Mar 2025, 12.00 WIB", `value="MANDIRI"`, `value="OVO"`, "<svg class=\"qr\"", "Salin"},
		pricing.VA:      {"Budi Santoso", "2 Mar 2025, 12.00 WIB", "Nomor VA BCA"},
		pricing.EWallet: {"Toko Maju", "ORDER-7", "aplikasi DANA"},
		pricing.QRIS:    {"<svg class=\"qr\""},
	} {
		request := opening(channel, "INV-"+string(channel), 1_250_000)
		request.Description = "Toko Maju: ORDER-7"
		opened, err := f.OpenPayment(t.Context(), request)
		must(t, err)
		page := f.page(t, pagePath(channel, opened))
		shows(t, page, append(texts, "Rp\u00a01.250.000", "INV-"+string(channel), `data-status="PENDING"`)...)
		shows(t, strings.ReplaceAll(page, " ", ""), opened.VANumber)
	}
}

func TestTheButtonOfAPagePays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for channel, paidWith := range map[pricing.Kind]string{pricing.Invoice: "QRIS", pricing.VA: "BCA", pricing.EWallet: "DANA", pricing.QRIS: "QRIS"} {
		opened := f.open(t, channel, "INV-"+string(channel), 150_000)
		path := pagePath(channel, opened)
		answer := f.browse(t, http.MethodPost, path, url.Values{"act": {"pay"}, "channel": {paidWith}})
		if answer.Code != http.StatusSeeOther || answer.Header().Get("Location") != "./"+opened.ProviderID {
			t.Fatalf("%s: %d to %q", channel, answer.Code, answer.Header().Get("Location"))
		}
		if n, _ := f.inbox.next(t); n.TransactionID != "INV-"+string(channel) || !n.PaidAmount.Equal(rupiah.Of(150_000)) || n.ChannelCode != paidWith {
			t.Errorf("%s: notified of %+v", channel, n)
		}
		shows(t, f.page(t, path), `data-status="PAID"`, "Pembayaran berhasil", "1 Mar 2025, 12.00 WIB", ">"+paidWith+"<")
	}
	wallet := f.find(t, pricing.EWallet, "INV-ewallet").Instructions
	shows(t, f.page(t, pagePath(pricing.EWallet, wallet)), `href="https://shop.test/thanks"`)
}

func TestAnotherAmountCanBeTyped(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := pagePath(pricing.Invoice, f.open(t, pricing.Invoice, "INV-1", 150_000))
	answer := f.browse(t, http.MethodPost, path, url.Values{"act": {"pay-other"}, "channel": {"BNI"}, "amount": {"<12"}})
	if answer.Code != http.StatusUnprocessableEntity {
		t.Fatalf("an amount that is none: %d", answer.Code)
	}
	shows(t, answer.Body.String(), `value="&lt;12"`, `aria-invalid="true"`, `data-status="PENDING"`, `value="BNI" selected`)
	f.browse(t, http.MethodPost, path, url.Values{"act": {"pay-other"}, "channel": {"BNI"}, "amount": {"Rp 100.000,50"}})
	if n, _ := f.inbox.next(t); n.PaidAmount.String() != "100000.5" || n.ChannelCode != "BNI" {
		t.Errorf("notified of %+v", n)
	}
	shows(t, f.page(t, path), "Jumlah yang dibayar berbeda", "Rp\u00a0100.000,50 diterima untuk tagihan Rp\u00a0150.000")
}

func TestAPageShowsExpiryByItsButtonAndByTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	byButton := pagePath(pricing.Invoice, f.open(t, pricing.Invoice, "INV-1", 150_000))
	byTime := pagePath(pricing.VA, f.open(t, pricing.VA, "INV-2", 150_000))
	f.browse(t, http.MethodPost, byButton, url.Values{"act": {"expire"}})
	if _, got := f.inbox.next(t); !strings.Contains(string(got.body), "EXPIRED") {
		t.Errorf("notified of %s", got.body)
	}
	f.clock.advance(24 * time.Hour)
	for _, path := range []string{byButton, byTime} {
		shows(t, f.page(t, path), `data-status="EXPIRED"`, "kedaluwarsa")
		f.browse(t, http.MethodPost, path, url.Values{"act": {"pay"}})
		shows(t, f.page(t, path), `data-status="EXPIRED"`)
	}
	f.inbox.mustGetNothing(t)
}

func TestAButtonPressedTwicePaysOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := pagePath(pricing.Invoice, f.open(t, pricing.Invoice, "INV-1", 150_000))
	var presses sync.WaitGroup
	for range 8 {
		presses.Go(func() { f.browse(t, http.MethodPost, path, url.Values{"act": {"pay"}}) })
	}
	presses.Wait()
	f.inbox.next(t)
	f.inbox.mustGetNothing(t)
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := pagePath(pricing.Invoice, f.open(t, pricing.Invoice, "INV-1", 150_000))
	for header, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.test"} {
		if answer := f.browse(t, http.MethodPost, path, url.Values{"act": {"pay"}}, header, value); answer.Code != http.StatusForbidden {
			t.Errorf("%s: %d", header, answer.Code)
		}
	}
	f.inbox.mustGetNothing(t)
}

func TestUnknownPagesAndChoicesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	opened := f.open(t, pricing.Invoice, "INV-1", 150_000)
	path := pagePath(pricing.Invoice, opened)
	for _, c := range []struct {
		name, method, path string
		form               url.Values
		want               int
	}{
		{"an id of nothing", http.MethodGet, "/simulator/invoices/none", nil, http.StatusNotFound},
		{"an id of another product", http.MethodGet, "/simulator/ewallets/" + opened.ProviderID, nil, http.StatusNotFound},
		{"a product that is none", http.MethodGet, "/simulator/cards/" + opened.ProviderID, nil, http.StatusNotFound},
		{"a post to nothing", http.MethodPost, "/simulator/invoices/none", url.Values{"act": {"pay"}}, http.StatusNotFound},
		{"no button", http.MethodPost, path, nil, http.StatusBadRequest},
		{"a form that is longer than a stranger's", http.MethodPost, path, url.Values{"act": {"pay"}, "z": {strings.Repeat("x", 16<<10)}}, http.StatusBadRequest},
		{"a channel that is none", http.MethodPost, path, url.Values{"act": {"pay"}, "channel": {"XYZ"}}, http.StatusBadRequest},
	} {
		answer := f.browse(t, c.method, c.path, c.form)
		if answer.Code != c.want || !strings.Contains(answer.Body.String(), `<html lang="id">`) {
			t.Errorf("%s: %d", c.name, answer.Code)
		}
	}
	f.inbox.mustGetNothing(t)
}

func TestAPageIsSentAgainOnlyAfterAChange(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := pagePath(pricing.Invoice, f.open(t, pricing.Invoice, "INV-1", 150_000))
	tag := f.browse(t, http.MethodGet, path, nil).Header().Get("ETag")
	if answer := f.browse(t, http.MethodGet, path, nil, "If-None-Match", tag); answer.Code != http.StatusNotModified || answer.Body.Len() > 0 {
		t.Errorf("unchanged: %d", answer.Code)
	}
	must(t, f.Pay(t.Context(), "INV-1", nil, "BCA"))
	if answer := f.browse(t, http.MethodGet, path, nil, "If-None-Match", tag); answer.Code != http.StatusOK {
		t.Errorf("paid: %d", answer.Code)
	}
}

func TestAPageRunsOnlyItsOwnScript(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	request := opening(pricing.Invoice, "INV-1", 150_000)
	request.Description = `<script>alert(1)</script>: <b>`
	opened, err := f.OpenPayment(t.Context(), request)
	must(t, err)
	answer := f.browse(t, http.MethodGet, pagePath(pricing.Invoice, opened), nil)
	if strings.Count(answer.Body.String(), "<script>") != 1 || strings.Contains(answer.Body.String(), "<b>") {
		t.Error("what the merchant wrote is markup")
	}
	policy := map[string]string{}
	for rule := range strings.SplitSeq(answer.Header().Get("Content-Security-Policy"), "; ") {
		name, value, _ := strings.Cut(rule, " ")
		policy[name] = value
	}
	if policy["default-src"] != "'none'" || strings.Contains(strings.Join(slices.Collect(maps.Values(policy)), " "), "unsafe") {
		t.Errorf("policy %v", policy)
	}
	if strings.Contains(answer.Body.String(), " style=") || strings.Contains(answer.Body.String(), " onclick=") {
		t.Error("the page has what its own policy forbids")
	}
}
