package browser

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// world is a gateway that has one of each thing for which there is a page, in the states that these things have. What people
// typed is Indonesian.
type world struct {
	t           *testing.T
	g           *harness.Gateway
	ani, budi   harness.Caller
	shop, late  harness.Merchant
	owner       harness.Caller
	good        *receiver.Receiver
	month       string
	callbackURL string
}

// bankFile is an MT940 file of two days of our bank.
const bankFile = ":20:A1\n:25:1234567890\n:28C:1/1\n:60F:C260129IDR0,\n" +
	":61:2601300130C20000000,NTRFCAPITAL\n:86:SETORAN MODAL\n:61:2601300130D6500,5NCHGADM\n" +
	":61:2601310131C250000,NTRFXENDIT\n:62F:C260131IDR20243499,5\n"

func newWorld(t *testing.T) *world {
	t.Helper()
	events, read := migrated.Pair(t)
	harness.PutPastFees(t, events, 1, 150_000)
	w := &world{t: t, good: receiver.New(t)}
	w.month, _ = harness.PastMonth(t)
	w.callbackURL = w.good.URL + "/dibayar"
	w.g = harness.StartOn(t, events, read, harness.Settings{
		"DUAL_CONTROL_FROM": "10000000", "TAX_SELLER_TIN": "0011223344556677", "TAX_SELLER_NITKU": "0011223344556677000000",
		"TAX_SELLER_NAME": "PT Gateway", "TAX_SELLER_ADDRESS": "Jl. Sudirman 1, Jakarta", "WRITE_OFF_AFTER_DAYS": "0",
	})
	w.ani, w.shop, w.late = w.g.Admin(t), w.g.NewMerchant(t), w.g.NewMerchant(t)
	w.shop.SetBankAccount(t)
	w.owner = w.shop.LogIn(t)
	w.ask(w.ani, w.shop.AdminPath("/adjustments"), object{"amount": 5_000_000, "reason": "saldo awal"})
	w.g.Register(t)                   // waits for approval
	w.budi = w.g.AddAdmin(t, "admin") // from now on some acts need both
	w.payments()
	w.deliveries()
	w.payouts()
	w.refunds()
	w.disputes()
	w.account()
	w.debt()
	w.books()
	return w
}

// ask makes a call that must succeed, and returns the answer.
func (w *world) ask(by harness.Caller, path string, body object) harness.Answer {
	w.t.Helper()
	var sent any
	if body != nil {
		sent = body
	}
	a := by.Post(w.t, path, sent)
	if a.Status/100 != 2 {
		w.t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
	return a
}

// open creates a payment of Rp150.000, and returns its id.
func (w *world) open(channel string, more object) string {
	w.t.Helper()
	body := object{"amount": 150_000, "external_id": "PESANAN-" + channel, "metadata": object{"callback_url": w.callbackURL}}
	for name, value := range more {
		body[name] = value
	}
	return w.ask(w.shop.Caller, "/payments/"+channel, body).Text(w.t, "transaction.transaction_id")
}

func (w *world) pay(id string) {
	w.t.Helper()
	w.shop.ActInSandbox(w.t, id, "pay", nil)
	w.shop.AwaitPayment(w.t, id, "PAID")
}

func (w *world) payments() {
	w.t.Helper()
	w.open("invoice", nil)
	w.open("qris", nil)
	w.open("va", object{"bank_code": "BNI", "customer_name": "Budi"})
	w.open("ewallet", object{"channel_code": "DANA"})
	w.pay(w.open("invoice", nil))
	cancelled, expired, wrong := w.open("invoice", nil), w.open("invoice", nil), w.open("invoice", nil)
	w.ask(w.shop.Caller, "/payments/"+cancelled+"/cancel", nil)
	w.shop.ActInSandbox(w.t, expired, "expire", nil)
	w.shop.ActInSandbox(w.t, wrong, "pay", object{"amount": 100_000})
	w.undecidedReversal()
}

// undecidedReversal has the provider take back one of two payments of an invoice, and not say which.
func (w *world) undecidedReversal() {
	w.t.Helper()
	id := w.open("invoice", nil)
	w.pay(id)
	w.shop.ActInSandbox(w.t, id, "pay", nil)
	told := false
	poll.Until(w.t, "the second payment is in suspense", func() bool {
		for _, item := range w.ani.Get(w.t, "/admin/suspense?per_page=100").Wants(w.t, http.StatusOK).List(w.t) {
			if row, _ := item.(map[string]any); row["transaction_id"] == id {
				w.g.Notify(w.t, "ewallet", object{"event": "ewallet.refund", "business_id": "b", "data": object{
					"id": "ewr_" + id, "charge_id": row["provider_id"], "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
					"capture_amount": 150_000, "refund_amount": 150_000, "reason": "REQUESTED_BY_CUSTOMER",
				}}).Wants(w.t, http.StatusOK)
				told = true
			}
		}
		return told
	})
}

// deliveries adds an endpoint that answers and one that fails.
func (w *world) deliveries() {
	w.t.Helper()
	key := w.ask(w.owner, "/api-keys", object{"name": "titik callback", "restricted": true, "scopes": []string{"endpoints"}})
	by := w.g.Anonymous().With("X-API-Key", key.Text(w.t, "key"))
	failing := receiver.New(w.t)
	failing.Answer(http.StatusInternalServerError)
	for _, url := range []string{w.good.URL + "/semua", failing.URL + "/gagal"} {
		id := w.ask(by, "/callback-endpoints", object{"url": url, "events": "*"}).ID(w.t, "endpoint.id")
		w.ask(by, fmt.Sprintf("/callback-endpoints/%d/test", id), nil)
	}
	w.pay(w.open("qris", nil))
}

func (w *world) payouts() {
	w.t.Helper()
	done := w.shop.Withdraw(w.t, 30_000, w.callbackURL)
	path := fmt.Sprintf("/withdrawals/%d", done)
	w.ask(w.ani, "/admin"+path+"/approve", nil)
	poll.Until(w.t, "the bank has it", func() bool {
		return w.shop.Post(w.t, "/sandbox"+path+"/complete", nil).Status == http.StatusOK
	})
	w.shop.AwaitWithdrawal(w.t, done, "completed")
	refused := w.shop.Withdraw(w.t, 40_000, w.callbackURL)
	w.ask(w.ani, fmt.Sprintf("/admin/withdrawals/%d/reject", refused), object{"reason": "rekening lain"})
	w.shop.Withdraw(w.t, 50_000, w.callbackURL)
	settled := w.ask(w.shop.Caller, "/settlements", object{"jumlah": 50_000, "tujuan": "gaji"}).ID(w.t, "id")
	path = fmt.Sprintf("/admin/settlements/%d", settled)
	w.ask(w.ani, path+"/approve", object{"manual": true})
	w.ask(w.ani, path+"/complete", object{"di_transfer_oleh": "Ani"})
	w.ask(w.shop.Caller, "/settlements", object{"jumlah": 20_000, "tujuan": "gaji"})
}

func (w *world) refunds() {
	w.t.Helper()
	qris := w.open("qris", nil)
	w.pay(qris)
	w.ask(w.shop.Caller, "/refunds", object{"transaction_id": qris, "reason": "other", "amount": 20_000})
	va := w.open("va", object{"bank_code": "BCA", "customer_name": "Budi"})
	w.pay(va)
	w.ask(w.shop.Caller, "/refunds", object{
		"transaction_id": va, "reason": "other", "to": object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"},
	})
}

// disputes are open, answered with a file, and lost.
func (w *world) disputes() {
	w.t.Helper()
	dispute := func() string {
		id := w.open("qris", nil)
		w.pay(id)
		return fmt.Sprint("/disputes/", w.ask(w.ani, "/admin/disputes", object{
			"transaction_id": id, "provider_dispute_id": "dsp-" + id, "reason": "barang tidak sampai",
			"due_by": time.Now().Add(96 * time.Hour).UTC().Format(time.RFC3339),
		}).ID(w.t, "id"))
	}
	dispute()
	w.ask(w.shop.Caller, dispute()+"/evidence", object{
		"text": "Sudah diterima.", "files": []object{{"name": "bukti.pdf", "content": harness.PDF("tanda terima")}},
	})
	w.ask(w.ani, "/admin"+dispute()+"/decide", object{"outcome": "lost"})
}

func (w *world) account() {
	w.t.Helper()
	w.owner.Put(w.t, "/me/tax-data", object{"name": "PT Toko Maju", "npwp": "12.345.678.9-012.345", "alamat": "Jl. Melati 1"}).Wants(w.t, http.StatusOK)
	w.ask(w.owner, "/me/users", object{"email": w.g.NextEmail(), "role": "viewer"})
	ticket := w.ask(w.owner, "/tickets", object{"subject": "Callback", "description": "Tidak sampai.\nMengapa?"}).ID(w.t, "id")
	w.ask(w.ani, fmt.Sprintf("/admin/tickets/%d/reply", ticket), object{"message": "Kami periksa."})
	w.ask(w.owner, "/proposals", object{"nama": "Sari", "email": "sari@example.com", "deskripsi": "Tolong tambah bank."})
	w.ask(w.late.LogIn(w.t), "/auth/documents", object{"kind": "npwp", "file": object{"name": "npwp.pdf", "content": harness.PDF("npwp")}})
	nib := w.ask(w.late.LogIn(w.t), "/auth/documents", object{"kind": "nib", "file": object{"name": "nib.pdf", "content": harness.PDF("nib")}}).ID(w.t, "id")
	w.ask(w.ani, fmt.Sprintf("/admin/documents/%d/reject", nib), object{"reason": "kabur"})
	w.ask(w.ani, w.shop.AdminPath("/apps"), object{"name": "Kasir", "kode": "KSR"})
	w.ask(w.owner, "/me/withholding-slips", harness.WithholdingSlip(w.t, "BUKTI0001", 3_000))
}

// debt lets the second merchant owe money, which two administrators write off.
func (w *world) debt() {
	w.t.Helper()
	created := w.ask(w.late.Caller, "/payments/ewallet", object{"amount": 100_000, "channel_code": "DANA", "metadata": object{"callback_url": w.callbackURL}})
	id := created.Text(w.t, "transaction.transaction_id")
	w.late.ActInSandbox(w.t, id, "pay", nil)
	w.late.AwaitPayment(w.t, id, "PAID")
	w.g.Notify(w.t, "ewallet", object{"event": "ewallet.refund", "business_id": "b", "data": object{
		"id": "ewr_" + id, "charge_id": created.Text(w.t, "provider_id"), "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
		"capture_amount": 100_000, "refund_amount": 100_000, "reason": "REQUESTED_BY_CUSTOMER",
	}}).Wants(w.t, http.StatusOK)
	w.late.AwaitBalance(w.t, -1_665)
	w.grant(w.ask(w.ani, w.late.AdminPath("/write-offs"), object{"reason": "toko tutup"}))
}

// grant lets the second administrator grant what the first asked for.
func (w *world) grant(asked harness.Answer) {
	w.t.Helper()
	w.ask(w.budi, fmt.Sprintf("/admin/approvals/%d/grant", asked.ID(w.t, "id")), object{"reason": "sudah dilihat"})
}

// books closes a month, takes in a file of the bank, and leaves an approval open.
func (w *world) books() {
	w.t.Helper()
	w.ask(w.ani, "/admin/treasury", object{"kind": "owner_in", "amount": 20_000_000, "value_date": "2026-01-30", "reference": "MODAL"})
	w.ask(w.ani, "/admin/bank-statements", object{"name": "januari.sta", "content": base64.StdEncoding.EncodeToString([]byte(bankFile))})
	w.ani.Put(w.t, "/admin/fees/QRIS", object{"percent": 0.9, "reason": "biaya naik"}).Wants(w.t, http.StatusAccepted)
	w.ani.AuditMonth(w.t, w.month)
	path := "/admin/periods/" + w.month
	accepted := harness.AcceptAll(w.t, w.ani.Get(w.t, "%s", path))
	for _, finding := range accepted["findings"].([]object) {
		finding["reason"] = "dibukukan bulan berikutnya"
	}
	w.grant(w.ask(w.ani, path+"/close", accepted))
	w.ask(w.ani, "/admin/tax/"+w.month+"/export", nil)
}
