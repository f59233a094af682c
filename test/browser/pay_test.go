package browser

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/poll"

	"github.com/chromedp/chromedp"
)

// mark sets a variable in the document. A reload would lose it, which marked detects.
const (
	mark   = `window.mark = true`
	marked = `window.mark === true`
)

func TestThePaymentPageWorksInABrowser(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t)
	for name, test := range map[string]func(*testing.T, *tab, *shop){
		"an invoice is paid by clicking, and the merchant is called back": invoiceIsPaid,
		"the page follows what happens elsewhere":                         pageFollows,
		"a wrong amount is paid by clicking, and waits in suspense":       wrongAmountIsPaid,
		"an invoice expires by clicking":                                  invoiceExpires,
		"without script the forms do the same":                            formsNeedNoScript,
		"a wallet's link leads to its page and back to the merchant":      walletIsPaid,
		"the number to transfer to is copied":                             numberIsCopied,
		"a phone needs no sideways scrolling":                             phoneIsWideEnough,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, b.newTab(t), g.newShop(t))
		})
	}
}

func invoiceIsPaid(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.visit(p.InvoiceURL)
	bill := b.text(".bill")
	for _, part := range []string{"Toko Maju", "ORDER-1", "Rp\u00a0150.000", "23:59:"} {
		if !strings.Contains(bill, part) {
			t.Errorf("%q is not in %q", part, bill)
		}
	}
	evaluate[bool](b, mark)
	b.click("label[for=way-OVO]")
	b.click("button[value=pay]")
	b.sees("main[data-status=PAID]")
	if !evaluate[bool](b, marked) {
		t.Error("the page was reloaded")
	}
	if got := b.text(".outcome"); !strings.Contains(got, "Pembayaran berhasil") || !strings.Contains(got, "OVO") {
		t.Errorf("the receipt: %q", got)
	}
	s.isCalledBack(t, p, "PAID", 150000)
}

func pageFollows(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.visit(p.InvoiceURL)
	evaluate[bool](b, mark)
	s.call(t, http.MethodPost, "/sandbox/payments/"+p.Transaction.TransactionID+"/pay", s.key, nil, nil)
	b.sees("main[data-status=PAID]")
	if !evaluate[bool](b, marked) {
		t.Error("the page was reloaded")
	}
}

func wrongAmountIsPaid(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.visit(p.InvoiceURL)
	b.types("#amount", "seratus")
	b.click("button[value=pay-other]")
	b.sees("#problem")
	b.do(chromedp.Clear(chromedp.CSS("#amount")))
	b.types("#amount", "100.000")
	b.click("button[value=pay-other]")
	b.sees("main[data-status=PAID]")
	if got := b.text(".outcome"); !strings.Contains(got, "Rp\u00a0100.000 diterima untuk tagihan Rp\u00a0150.000") {
		t.Errorf("the receipt: %q", got)
	}
	var suspended []struct {
		TransactionID string  `json:"transaction_id"`
		PaidAmount    float64 `json:"paid_amount"`
	}
	poll.Until(t, "the money is in suspense", func() bool {
		s.call(t, http.MethodGet, "/admin/suspense", s.admin, nil, &suspended)
		return len(suspended) == 1 // the other tests pay the right amount
	})
	if got := suspended[0]; got.TransactionID != p.Transaction.TransactionID || got.PaidAmount != 100000 {
		t.Errorf("in suspense: %+v", got)
	}
	if status := s.status(t, p); status != "PENDING" {
		t.Errorf("the payment is %s", status)
	}
}

func invoiceExpires(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.visit(p.InvoiceURL)
	b.click("button[value=expire]")
	b.sees("main[data-status=EXPIRED]")
	s.isCalledBack(t, p, "EXPIRED", 0)
}

func formsNeedNoScript(t *testing.T, b *tab, s *shop) {
	b.withoutScript()
	p := s.openPayment(t, "invoice", nil)
	b.visit(p.InvoiceURL)
	b.click("label[for=way-QRIS]")
	b.sees("svg.qr")
	b.click("button[value=pay]")
	b.sees("main[data-status=PAID]")
	s.isCalledBack(t, p, "PAID", 150000)
}

func walletIsPaid(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "ewallet", object{"channel_code": "DANA", "success_url": s.receiver.URL + "/thanks"})
	b.visit(p.PayURL)
	b.click("button[value=pay]")
	b.sees(`a[href$="/thanks"]`)
	s.isCalledBack(t, p, "PAID", 150000)
}

func numberIsCopied(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "va", object{"bank_code": "BNI", "customer_name": "Budi"})
	b.visit(s.url + "/simulator/virtual-accounts/" + p.ProviderID)
	b.click("[data-copy]")
	poll.Until(t, "the button says so", func() bool { return b.text("[data-copy]") == "Tersalin" })
}

func phoneIsWideEnough(t *testing.T, b *tab, s *shop) {
	long := object{"external_id": strings.Repeat("ORDER", 40)}
	wallet := s.openPayment(t, "ewallet", object{"channel_code": "SHOPEEPAY", "success_url": s.receiver.URL})
	code := s.url + "/simulator/qr-codes/" + s.openPayment(t, "qris", nil).ProviderID
	for _, width := range []int64{320, 390} {
		b.do(chromedp.EmulateViewport(width, 844, chromedp.EmulateMobile))
		for _, page := range []string{s.openPayment(t, "invoice", long).InvoiceURL, wallet.PayURL, code} {
			b.visit(page)
			b.sees("main")
			if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d of %d pixels are wide: %s", wide, width, page)
			}
		}
	}
	b.click("button[value=pay]")
	b.sees("main[data-status=PAID]")
	if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a receipt is %d pixels wide", wide)
	}
}
