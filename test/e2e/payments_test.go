package e2e

import (
	"regexp"
	"strings"
	"testing"

	"gateway/http/simulator/qris"
)

func TestThePaymentMethodsAreListedWithTheirLimits(t *testing.T) {
	t.Parallel()
	a := newMerchant(t).get(t, "/payments/methods").wants(t, 200).listOf(t, methodShape)
	listed := map[string]string{}
	for _, item := range a.list(t) {
		m := item.(map[string]any)
		listed[m["channel_code"].(string)] = text([]any{m["channel"], m["min_amount"], m["max_amount"], m["active"]})
	}
	for code, want := range map[string]string{
		"BCA":       `["va",10000,50000000000,true]`,
		"MANDIRI":   `["va",10000,50000000000,true]`,
		"OVO":       `["ewallet",100,20000000,true]`,
		"DANA":      `["ewallet",100,20000000,true]`,
		"SHOPEEPAY": `["ewallet",100,20000000,true]`,
		"LINKAJA":   `["ewallet",100,10000000,true]`,
		"QRIS":      `["qris",1,20000000,true]`,
		"INVOICE":   `["invoice",1000,1000000000000,true]`,
	} {
		if listed[code] != want {
			t.Errorf("%s: %s, want %s", code, listed[code], want)
		}
	}
}

// Each channel answers with exactly the fields it has, and a pending transaction
// whose fee is that of the channel.
func TestAPaymentIsCreatedInEachChannel(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	for _, c := range []struct {
		channel string
		body    object
		shape   shape
		fields  object
	}{
		{"va", object{"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"}, vaShape, object{
			"bank_code": "BCA", "transaction.channel": "va", "transaction.channel_code": "BCA", "transaction.total": 50000,
			"transaction.fee": 4000, "transaction.vat": 440, "transaction.net_payment": 45560,
		}},
		{"va", object{"amount": 10000, "bank_code": "mandiri", "customer_name": "Siti"}, vaShape, object{
			"bank_code": "MANDIRI", "transaction.channel_code": "MANDIRI", "transaction.net_payment": 5560,
		}},
		{"ewallet", object{"amount": 30000, "channel_code": "OVO", "customer_phone": "081234567890"}, ewalletShape, object{
			"transaction.channel": "ewallet", "transaction.channel_code": "OVO", "transaction.total": 30000,
			"transaction.fee": 450, "transaction.vat": 49.5, "transaction.net_payment": 29500.5,
		}},
		{"ewallet", object{"amount": 100, "channel_code": "DANA", "success_url": "https://toko.example/ok"}, ewalletShape, object{
			"transaction.channel_code": "DANA", "transaction.fee": 1.5, "transaction.vat": 0.17, "transaction.net_payment": 98.33,
		}},
		{"ewallet", object{"amount": 10000, "channel_code": "SHOPEEPAY"}, ewalletShape, object{"transaction.fee": 200, "transaction.vat": 22}},
		{"ewallet", object{"amount": 10000, "channel_code": "LINKAJA"}, ewalletShape, object{"transaction.fee": 150, "transaction.vat": 16.5}},
		{"qris", object{"amount": 25000}, qrisShape, object{
			"transaction.channel": "qris", "transaction.channel_code": "QRIS",
			"transaction.fee": 157.66, "transaction.vat": 17.34, "transaction.net_payment": 24825,
		}},
		{"invoice", object{"amount": 1000}, invoiceShape, object{
			"transaction.channel": "invoice", "transaction.channel_code": "INVOICE", "transaction.total": 1000, "transaction.net_payment": 0,
		}},
		{"invoice", object{"amount": 150000.25}, invoiceShape, object{"transaction.total": 150000.25, "transaction.net_payment": 145560.25}},
	} {
		a := m.post(t, "/payments/"+c.channel, c.body).wants(t, 201).has(t, "", c.shape).has(t, "transaction", transactionShape).is(t, c.fields)
		a.is(t, object{
			"transaction.client_id": m.id, "transaction.status": "PENDING", "transaction.external_id": nil, "transaction.metadata": nil,
			"transaction.paid_amount": nil, "transaction.paid_at": nil, "transaction.transaction_log": nil,
			"transaction.expires_at": a.field(t, "expires_at"),
		})
		id := a.text(t, "transaction.transaction_id")
		if !regexp.MustCompile(`^INV-` + itoa(m.id) + `-\d{19}$`).MatchString(id) {
			t.Errorf("transaction_id %s", id)
		}
		shown := m.get(t, "/payments/%s/status", id).wants(t, 200)
		if got, want := text(shown.envelope["data"]), text(a.field(t, "transaction")); got != want {
			t.Errorf("shown as %s after it was created as %s", got, want)
		}
	}
}

func TestWhatTheCustomerPaysWithIsUsable(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	va := m.post(t, "/payments/va", object{"amount": 50000, "bank_code": "BNI", "customer_name": "Budi"}).wants(t, 201)
	if n := va.text(t, "va_number"); strings.Trim(n, "0123456789") != "" {
		t.Errorf("va_number %s", n)
	}
	qr := m.post(t, "/payments/qris", object{"amount": 25000}).wants(t, 201).text(t, "qr_string")
	if _, err := qris.Parse(qr); err != nil || !strings.Contains(qr, "540525000") {
		t.Errorf("qr_string %s: %v", qr, err)
	}
	ovo := m.post(t, "/payments/ewallet", object{"amount": 30000, "channel_code": "OVO"}).wants(t, 201)
	invoice := m.post(t, "/payments/invoice", object{"amount": 30000}).wants(t, 201)
	for _, page := range []string{ovo.text(t, "pay_url"), invoice.text(t, "invoice_url")} {
		got, err := web.Get(page)
		if err != nil || got.StatusCode != 200 {
			t.Errorf("the page %s: %v %v", page, got, err)
			continue
		}
		_ = got.Body.Close()
	}
}

func TestAPaymentIsFoundByAnyOfItsIds(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	a := m.post(t, "/payments/invoice", object{"amount": 20000, "external_id": "ORDER/7+8 ü"}).wants(t, 201)
	id := a.text(t, "transaction.transaction_id")
	for _, name := range []string{id, a.text(t, "provider_id"), "ORDER%2F7+8%20%C3%BC"} {
		m.get(t, "/payments/%s/status", name).wants(t, 200).has(t, "", transactionShape).is(t, object{"transaction_id": id})
	}
	m.get(t, "/payments/INV-1-1/status").refuses(t, 404, "not_found")
	// A recorded transaction is no payment.
	m.post(t, "/transactions", object{"total": 5000, "transaction_id": "T-1"}).wants(t, 201)
	m.get(t, "/payments/T-1/status").refuses(t, 404, "not_found")
}

func TestExternalIdAndMetadataAreTakenByAllChannels(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	metadata := object{"callback_url": "https://toko.example/cb", "type_transaksi": "web", "basket": []int{1, 2}}
	for channel, body := range map[string]object{
		"va":      {"amount": 50000, "bank_code": "BRI", "customer_name": "Budi"},
		"ewallet": {"amount": 50000, "channel_code": "DANA"},
		"qris":    {"amount": 50000},
		"invoice": {"amount": 50000},
	} {
		a := m.post(t, "/payments/"+channel, body.with("external_id", "ORDER-"+channel).with("metadata", metadata)).wants(t, 201)
		a.is(t, object{"transaction.external_id": "ORDER-" + channel, "transaction.metadata": metadata})
		m.get(t, "/transactions/external/ORDER-%s", channel).wants(t, 200).is(t, object{
			"transaction_id": a.text(t, "transaction.transaction_id"), "metadata": metadata,
		})
	}
}

func TestWithOneAppItMayBeLeftOutWithTwoItMustBeNamed(t *testing.T) {
	t.Parallel()
	m, other := newMerchant(t), newMerchant(t)
	first := m.get(t, "/apps").wants(t, 200).listOf(t, appShape).id(t, "0.app_id")
	pay := func(appID any) answer {
		body := object{"amount": 20000}
		if appID != nil {
			body["app_id"] = appID
		}
		return m.post(t, "/payments/invoice", body)
	}
	pay(nil).wants(t, 201).is(t, object{"transaction.app_id": first})
	pay(first).wants(t, 201).is(t, object{"transaction.app_id": first})
	pay(other.get(t, "/apps").wants(t, 200).id(t, "0.app_id")).refusesField(t, "app_id")

	second := shared.admin(t).post(t, m.admin("/apps"), object{"name": "Kasir", "kode": "KSR"}).wants(t, 201).id(t, "app_id")
	pay(nil).refusesField(t, "app_id")
	pay(first).wants(t, 201).is(t, object{"transaction.app_id": first})
	pay(second).wants(t, 201).is(t, object{"transaction.app_id": second})
	pay("1").refusesField(t, "app_id")
	pay(1.5).refusesField(t, "app_id")
}

func TestAnAppHasFeesOfItsOwn(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	app := m.get(t, "/apps").wants(t, 200).id(t, "0.app_id")
	shared.admin(t).put(t, "/admin/apps/"+itoa(app)+"/fees", object{"channel_code": "QRIS", "flat": 100, "percent": 1}).wants(t, 200)
	m.post(t, "/payments/qris", object{"amount": 10000}).wants(t, 201).is(t, object{
		"transaction.fee": 200, "transaction.vat": 22, "transaction.net_payment": 9778,
	})
	newMerchant(t).post(t, "/payments/qris", object{"amount": 10000}).wants(t, 201).is(t, object{"transaction.net_payment": 9930})
}
