package simulator_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/domain/pricing"
	"gateway/http/simulator"
)

func TestThePageShowsTheShopAndTheOrderThatTheGatewayKnows(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var called simulator.Called
	f.Order = func(_ context.Context, externalID string) simulator.Order {
		if strings.HasSuffix(externalID, "unknown") {
			return simulator.Order{}
		}
		return simulator.Order{Merchant: "Toko: Baru", Reference: "ORDER-8", Called: called}
	}
	for _, channel := range []pricing.Kind{pricing.Invoice, pricing.VA, pricing.EWallet, pricing.QRIS} {
		request := opening(channel, "INV-"+string(channel), 1_250_000)
		request.Description = "Toko: Baru: ORDER-8"
		opened, err := f.OpenPayment(t.Context(), request)
		must(t, err)
		shows(t, f.page(t, pagePath(channel, opened)), "<h1 id=\"merchant\">Toko: Baru</h1>", "<dd>ORDER-8</dd>")
	}
	shows(t, f.page(t, pagePath(pricing.QRIS, f.open(t, pricing.QRIS, "INV-unknown", 5_000))), "Gateway Sandbox", "<dd>INV-unknown</dd>")

	path := pagePath(pricing.VA, f.open(t, pricing.VA, "INV-9", 150_000))
	f.browse(t, http.MethodPost, path, url.Values{"act": {"pay"}})
	for _, c := range []struct {
		called simulator.Called
		told   string
	}{{"", ""}, {simulator.CallPending, "sedang diberi tahu"}, {simulator.CallDelivered, "sudah diberi tahu"}} {
		called = c.called
		page := f.page(t, path)
		if c.told != "" {
			shows(t, page, c.told)
		} else if strings.Contains(page, "diberi tahu") {
			t.Errorf("the page says that the shop was told: %s", page)
		}
		tag := f.browse(t, http.MethodGet, path, nil).Header().Get("ETag")
		if again := f.browse(t, http.MethodGet, path, nil, "If-None-Match", tag); again.Code != http.StatusNotModified {
			t.Errorf("%q: the same page is answered %d", c.called, again.Code)
		}
		called = "other"
		if again := f.browse(t, http.MethodGet, path, nil, "If-None-Match", tag); again.Code != http.StatusOK {
			t.Errorf("%q: another page is answered %d", c.called, again.Code)
		}
	}
}

func TestAnInvoiceShowsWhoPaysAndLeadsBackToTheShop(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	request := opening(pricing.Invoice, "INV-1", 50_000)
	request.Description, request.CustomerName = "Toko Maju: Kopi <2 kg>", "Budi & Ani"
	request.SuccessURL, request.FailureURL = "https://shop.test/thanks", "https://shop.test/again"
	opened, err := f.OpenPayment(t.Context(), request)
	must(t, err)
	path := pagePath(pricing.Invoice, opened)
	shows(t, f.page(t, path), "Kopi <2 kg>", "Budi & Ani")
	must(t, f.Expire(t.Context(), "INV-1"))
	shows(t, f.page(t, path), `href="https://shop.test/again"`)
}
