package simulation

import (
	"net/url"
	"strings"
	"time"
)

// bill is what a customer can pay: a QR code, a virtual account, an e-wallet charge or an
// invoice.
type bill struct {
	kind      string // qris, va, ewallet, invoice
	id        string
	reference string
	amount    int64
	channel   string // BCA, DANA; for an invoice the channel with which it was paid
	created   time.Time
	expires   time.Time
	transfers []*paidBill
	reversals []reversal
	closed    bool // no customer pays it any more
	voidAsked *fakeRefund
	// ended is when the gateway had the bill closed. Customers may still pay it late.
	ended time.Time
}

// paidBill is one payment of a customer.
type paidBill struct {
	id        string
	amount    int64
	channel   string
	at        time.Time
	settled   bool
	settledAt time.Time
}

func (p *fakeProvider) handlePayment(method, path string, query url.Values, in map[string]any) answer {
	last := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case method == "POST" && path == "/qr_codes":
		return p.open("qris", "external_id", "amount", in)
	case method == "POST" && path == "/callback_virtual_accounts":
		return p.open("va", "external_id", "expected_amount", in)
	case method == "POST" && path == "/ewallets/charges":
		return p.open("ewallet", "reference_id", "amount", in)
	case method == "POST" && path == "/v2/invoices":
		return p.open("invoice", "external_id", "amount", in)
	case method == "POST" && strings.HasPrefix(path, "/invoices/") && last == "expire!":
		return p.close("invoice", strings.TrimSuffix(strings.TrimPrefix(path, "/invoices/"), "/expire!"))
	case method == "PATCH" && strings.HasPrefix(path, "/callback_virtual_accounts/"):
		return p.close("va", last)
	case path == "/qr_codes/payments":
		return p.listTransfers("qris", query.Get("external_id"))
	case path == "/callback_virtual_account_payments" && query.Has("external_id"):
		return p.listTransfers("va", query.Get("external_id"))
	case strings.HasPrefix(path, "/callback_virtual_account_payments/payment_id="):
		return p.findTransfer(strings.TrimPrefix(last, "payment_id="))
	case strings.HasPrefix(path, "/qr_codes/"):
		return p.show("qris", last, "QR_CODE_NOT_FOUND_ERROR")
	case strings.HasPrefix(path, "/callback_virtual_accounts/"):
		return p.show("va", last, "CALLBACK_VIRTUAL_ACCOUNT_NOT_FOUND_ERROR")
	case strings.HasPrefix(path, "/ewallets/charges/"):
		return p.show("ewallet", last, "DATA_NOT_FOUND")
	case strings.HasPrefix(path, "/v2/invoices/"):
		return p.show("invoice", last, "INVOICE_NOT_FOUND_ERROR")
	case path == "/v2/invoices":
		return p.list("invoice", query.Get("external_id"))
	case path == "/callback_virtual_accounts" && method == "GET":
		return p.list("va", query.Get("external_id"))
	case path == "/ewallets/charges" && method == "GET":
		return p.list("ewallet", query.Get("reference_id"))
	}
	return problem(404, "NOT_FOUND")
}

// open makes a bill.
func (p *fakeProvider) open(kind, referenceField, amountField string, in map[string]any) answer {
	reference, _ := in[referenceField].(string)
	amount, whole := in[amountField].(float64)
	if reference == "" || !whole || amount != float64(int64(amount)) || amount < 1 {
		return problem(400, "API_VALIDATION_ERROR")
	}
	for _, b := range p.bills {
		if b.reference == reference && b.kind == kind && kind != "invoice" {
			return problem(400, "DUPLICATE_ERROR")
		}
	}
	b := &bill{kind: kind, id: p.newID(kind + "-"), reference: reference, amount: int64(amount), created: time.Now()}
	switch kind {
	case "va":
		b.channel, _ = in["bank_code"].(string)
		b.expires = b.created.Add(24 * time.Hour)
		if text, ok := in["expiration_date"].(string); ok {
			b.expires, _ = time.Parse(time.RFC3339Nano, text)
		}
	case "ewallet":
		channel, _ := in["channel_code"].(string)
		b.channel = strings.TrimPrefix(channel, "ID_")
	case "invoice":
		b.expires = b.created.Add(24 * time.Hour)
		if seconds, ok := in["invoice_duration"].(float64); ok {
			b.expires = b.created.Add(time.Duration(seconds) * time.Second)
		}
	case "qris":
		b.channel = "QRIS"
	}
	for _, other := range p.bills {
		b.closed = b.closed || other.closed && other.reference == reference
	}
	p.bills = append(p.bills, b)
	return answer{200, b.form()}
}

// first is the transfer that the bill's own status shows.
func (b *bill) first() *paidBill {
	for _, t := range b.transfers {
		if t.amount == b.amount || b.kind == "invoice" {
			return t
		}
	}
	return nil
}

// form is the bill as the provider shows it.
func (b *bill) form() map[string]any {
	m := map[string]any{"id": b.id, "created": timeText(b.created), "updated": timeText(b.created)}
	switch b.kind {
	case "qris":
		m["external_id"], m["amount"], m["qr_string"], m["status"], m["type"] = b.reference, b.amount, "0002010102...", "ACTIVE", "DYNAMIC"
	case "va":
		m["external_id"], m["owner_id"], m["bank_code"], m["merchant_code"], m["name"] = b.reference, "u1", b.channel, "107663", "TOKO"
		m["account_number"], m["expected_amount"], m["is_closed"], m["is_single_use"] = "10766300"+b.id[len(b.id)-6:], b.amount, true, true
		m["expiration_date"], m["status"], m["currency"] = timeText(b.expires), "ACTIVE", "IDR"
		if b.expires.Before(time.Now()) || len(b.transfers) > 0 {
			m["status"] = "INACTIVE"
		}
	case "ewallet":
		b.chargeForm(m)
	case "invoice":
		b.invoiceForm(m)
	}
	return m
}

func (b *bill) chargeForm(m map[string]any) {
	m["business_id"], m["reference_id"], m["status"], m["currency"], m["charge_amount"] = "u1", b.reference, "PENDING", "IDR", b.amount
	m["channel_code"], m["checkout_method"], m["failure_code"], m["capture_amount"] = "ID_"+b.channel, "ONE_TIME_PAYMENT", nil, nil
	m["actions"] = map[string]any{"desktop_web_checkout_url": "https://pay.example/" + b.id, "mobile_web_checkout_url": nil}
	if t := b.first(); t != nil {
		m["status"], m["capture_amount"], m["updated"] = "SUCCEEDED", t.amount, timeText(t.at)
		if b.voidAsked != nil {
			m["void_status"] = map[string]string{"PENDING": "PENDING", "VOIDED": "SUCCEEDED", "FAILED": "FAILED"}[b.voidAsked.status]
			if b.voidAsked.code != "" {
				m["failure_code"] = b.voidAsked.code
			}
		}
		if at, voided := b.voided(); voided {
			m["status"], m["updated"], m["voided_at"] = "VOIDED", timeText(at), timeText(at)
		}
	}
}

func (b *bill) invoiceForm(m map[string]any) {
	m["external_id"], m["user_id"], m["status"], m["merchant_name"], m["amount"] = b.reference, "u1", "PENDING", "GATEWAY", b.amount
	m["expiry_date"], m["invoice_url"], m["currency"] = timeText(b.expires), "https://pay.example/"+b.id, "IDR"
	if t := b.first(); t != nil {
		m["status"], m["paid_amount"], m["paid_at"], m["payment_channel"], m["payment_method"] = "PAID", t.amount, timeText(t.at), t.channel, "BANK_TRANSFER"
		m["updated"] = timeText(t.at)
		if t.settled {
			m["status"] = "SETTLED"
		}
	} else if b.expires.Before(time.Now()) {
		m["status"] = "EXPIRED"
	}
}

// transferForm is one transfer, as it is listed and notified.
func (b *bill) transferForm(t *paidBill) map[string]any {
	if b.kind == "va" {
		return map[string]any{
			"id": "va-" + t.id, "payment_id": t.id, "callback_virtual_account_id": b.id, "owner_id": "u1", "external_id": b.reference,
			"account_number": "10766300" + b.id[len(b.id)-6:], "bank_code": b.channel, "amount": t.amount, "merchant_code": "107663",
			"transaction_timestamp": timeText(t.at), "sender_name": "PEMBELI", "created": timeText(t.at), "updated": timeText(t.at),
		}
	}
	return map[string]any{
		"id": t.id, "amount": t.amount, "created": timeText(t.at), "status": "COMPLETED", "event": "qr.payment",
		"qr_code": map[string]any{"id": b.id, "external_id": b.reference, "qr_string": "0002010102...", "type": "DYNAMIC"},
	}
}

// bill finds a bill by its id, or a QR code by its reference. New bills are hidden while look-ups lag.
func (p *fakeProvider) find(kind, id string) *bill {
	for _, b := range p.bills {
		if b.kind == kind && (kind == "qris" && b.reference == id || kind != "qris" && b.id == id) && !b.created.Add(p.lag).After(time.Now()) {
			return b
		}
	}
	return nil
}

func (p *fakeProvider) show(kind, id, missing string) answer {
	if b := p.find(kind, id); b != nil {
		return answer{200, b.form()}
	}
	return problem(404, missing)
}

func (p *fakeProvider) list(kind, reference string) answer {
	list := []any{}
	for _, b := range p.bills {
		if b.kind == kind && b.reference == reference && !b.created.Add(p.lag).After(time.Now()) {
			list = append(list, b.form())
		}
	}
	return answer{200, list}
}

func (p *fakeProvider) listTransfers(kind, reference string) answer {
	list := []any{}
	for _, b := range p.bills {
		if b.kind == kind && b.reference == reference {
			for _, t := range b.transfers {
				list = append(list, b.transferForm(t))
			}
		}
	}
	return answer{200, list}
}

func (p *fakeProvider) findTransfer(id string) answer {
	for _, b := range p.bills {
		for _, t := range b.transfers {
			if t.id == id {
				return answer{200, b.transferForm(t)}
			}
		}
	}
	return problem(404, "CALLBACK_VIRTUAL_ACCOUNT_PAYMENT_NOT_FOUND_ERROR")
}

// pay acts as a customer who pays a bill.
func (p *fakeProvider) pay(b *bill, amount int64) {
	t := &paidBill{id: p.newID("pay-"), amount: amount, channel: b.channel, at: time.Now().Truncate(time.Millisecond)}
	if b.kind == "invoice" {
		t.channel = "BCA"
	}
	if b.kind == "ewallet" || b.kind == "invoice" {
		t.id = b.id // it is paid only once
	}
	b.transfers = append(b.transfers, t)
	p.world.note("provider: a customer pays %d for %s (%d due) by %s", amount, b.reference, b.amount, t.id)
	p.notifyTransfer(b, t)
}

func (p *fakeProvider) notifyTransfer(b *bill, t *paidBill) {
	switch b.kind {
	case "qris", "va":
		p.notify(b.kind, b.reference, b.transferForm(t))
	case "ewallet":
		p.notify("ewallet", b.reference, map[string]any{"event": "ewallet.capture", "business_id": "u1", "created": timeText(t.at), "data": b.form()})
	case "invoice":
		p.notify("invoice", b.reference, b.form())
	}
}
