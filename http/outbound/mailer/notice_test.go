package mailer

import (
	"strings"
	"testing"
	"time"

	"gateway/domain/brand"
	"gateway/domain/mail"
	"gateway/domain/notice"
)

func TestANoticeIsInTheLanguageOfItsRecipientAndEndsWithTheBrand(t *testing.T) {
	t.Parallel()
	w := Writer{
		Links: links, Zone: time.FixedZone("WIB", 7*3600),
		Brand: brand.Brand{Name: "Bayarin", Contact: "halo@bayarin.example", Legal: "PT Bayarin"},
	}
	given := notice.Given{ClientID: 7, Kind: mail.KindAttention, Recipients: []notice.Recipient{{
		PersonID: 9, Email: "ani@example.com", Items: []string{
			"payout_failed withdrawal 4 150000.50", "endpoint_failing 3", "dispute 7 100000.00 2026-03-01T05:30:00Z", "recovered 5000.00",
		},
	}}}
	for language, want := range map[string][]string{
		"id": {
			"Perlu perhatian Anda", "- penarikan dana nomor 4 sebesar Rp150.000,50 gagal", "- alamat callback nomor 3 tidak",
			"- sengketa nomor 7 atas Rp100.000: jawab paling lambat 2026-03-01 12:30 WIB\n", "Tidak mau e-mail seperti ini lagi: https://",
			"-- \nBayarin\nhalo@bayarin.example\nPT Bayarin\n", "- Rp5.000 diambil",
		},
		"en": {"Needs your attention", "- the withdrawal no. 4 of Rp150.000,50 failed", "- the callback endpoint no. 3 takes", "To get no more mails"},
		"":   {"Perlu perhatian Anda / Needs your attention", "(English below)", "gagal", "failed"},
	} {
		given.Recipients[0].Language = language
		m, err := w.Write(row(t, given))
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range want {
			if !strings.Contains(m.Subject+"\n"+m.Text, words) {
				t.Errorf("in %q nothing says %q: %s\n%s", language, words, m.Subject, m.Text)
			}
		}
		if one := language != ""; one == strings.Contains(m.Text, "English below") || strings.Contains(m.Text, "EXTRA") || m.Unsubscribe == "" {
			t.Errorf("in %q: %s", language, m.Text)
		}
	}
	given.Recipients[0].Language, given.Recipients[0].Items = "en", nil
	for kind, values := range map[string]map[string]string{
		mail.KindPayoutDone:    {"payout_kind": "settlement", "payout_id": "4", "amount": "150000.00", "bank": "BCA", "account_end": "7890"},
		mail.KindWeeklySummary: {"from": "2025-03-03", "to": "2025-03-09", "count": "3", "count_before": "1", "volume": "1500000.00", "volume_before": "0.00", "fees": "1.00", "fees_before": "2.00", "arrives": "7.00"},
	} {
		given.Kind, given.Values = kind, values
		m, err := w.Write(row(t, given))
		if err != nil || !strings.Contains(m.Text, "Rp150.000\n") && !strings.Contains(m.Text, "Rp1.500.000 (the week before Rp0)") {
			t.Errorf("%s: %v\n%s", kind, err, m.Text)
		}
	}
}

func TestAReceiptSaysWhatThePaymentBroughtAndThatASandboxIsOne(t *testing.T) {
	t.Parallel()
	w := Writer{Links: links, Zone: time.FixedZone("WIB", 7*3600), Sandbox: true}
	given := notice.Given{ClientID: 7, Kind: mail.KindReceipt, Recipients: []notice.Recipient{{PersonID: 9, Email: "ani@example.com"}}, Values: map[string]string{
		"amount": "100000.00", "channel": "va", "channel_code": "BCA", "external_id": "A-1", "fee": "4000.00", "net": "95560.00",
		"paid_at": "2026-03-01T05:30:00Z", "transaction_id": "INV-1-9", "vat": "440.00",
	}}
	m, err := w.Write(row(t, given))
	if err != nil || m.Subject != "[Sandbox] Pembayaran Rp100.000 diterima: A-1 / Payment of Rp100.000 received: A-1" || m.Unsubscribe == "" {
		t.Errorf("%v: %q", err, m.Subject)
	}
	for _, line := range []string{
		"nomor pesanan: A-1", "order number: A-1", "jumlah: Rp100.000", "biaya: Rp4.000", "VAT: Rp440", "to your balance: Rp95.560",
		"dibayar lewat: BCA Virtual Account", "time: 2026-03-01 12:30 WIB", "https://pay.example.com/portal/payments/INV-1-9",
	} {
		if !strings.Contains(m.Text, line+"\n") {
			t.Errorf("nothing says %q: %s", line, m.Text)
		}
	}
	given.Values["external_id"], given.Values["channel"], given.Values["channel_code"] = "", "invoice", "INVOICE"
	w.Sandbox = false
	if m, err = w.Write(row(t, given)); err != nil || strings.Contains(m.Subject, "andbox") || !strings.Contains(m.Text, "nomor pesanan: INV-1-9\n") ||
		!strings.Contains(m.Text, "dibayar lewat: Halaman tagihan\n") || !strings.Contains(m.Text, "paid by: Invoice page\n") {
		t.Errorf("%v: %q %s", err, m.Subject, m.Text)
	}
}
