package payments

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"gateway/http/simulator/qrtext/qristest"
	"gateway/test/e2e/harness"
)

func TestThePaymentMethodsAreListedWithTheirLimits(t *testing.T) {
	t.Parallel()
	a := harness.NewMerchant(t).Get(t, "/payments/methods").Wants(t, 200).ListOf(t, harness.MethodShape)
	listed := map[string]string{}
	for _, item := range a.List(t) {
		m := item.(map[string]any)
		listed[m["channel_code"].(string)] = harness.JSON([]any{m["channel"], m["min_amount"], m["max_amount"], m["active"]})
	}
	for code, want := range map[string]string{
		"BCA":       `["va",10000,50000000,true]`,
		"MANDIRI":   `["va",10000,50000000000,true]`,
		"OVO":       `["ewallet",100,20000000,true]`,
		"DANA":      `["ewallet",100,20000000,true]`,
		"SHOPEEPAY": `["ewallet",100,20000000,true]`,
		"LINKAJA":   `["ewallet",100,10000000,true]`,
		"QRIS":      `["qris",1,10000000,true]`,
		"INVOICE":   `["invoice",1000,1000000000000,true]`,
	} {
		if listed[code] != want {
			t.Errorf("%s: %s, want %s", code, listed[code], want)
		}
	}
}

// Each channel answers with exactly its own fields, and with a pending transaction whose fee is that of the channel.
func TestAPaymentIsCreatedInEachChannel(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, c := range []struct {
		channel string
		body    object
		shape   shape
		fields  object
	}{
		{"va", object{"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"}, harness.VAShape, object{
			"bank_code": "BCA", "transaction.channel": "va", "transaction.channel_code": "BCA", "transaction.total": 50000,
			"transaction.fee": 4000, "transaction.vat": 440, "transaction.net_payment": 45560,
		}},
		{"va", object{"amount": 10000, "bank_code": "mandiri", "customer_name": "Siti"}, harness.VAShape, object{
			"bank_code": "MANDIRI", "transaction.channel_code": "MANDIRI", "transaction.net_payment": 5560,
		}},
		{"ewallet", object{"amount": 30000, "channel_code": "OVO", "customer_phone": "081234567890"}, harness.EwalletShape, object{
			"transaction.channel": "ewallet", "transaction.channel_code": "OVO", "transaction.total": 30000,
			"transaction.fee": 450, "transaction.vat": 49.5, "transaction.net_payment": 29500.5,
		}},
		{"ewallet", object{"amount": 100, "channel_code": "DANA", "success_url": "https://toko.example/ok"}, harness.EwalletShape, object{
			"transaction.channel_code": "DANA", "transaction.fee": 1.5, "transaction.vat": 0.17, "transaction.net_payment": 98.33,
		}},
		{"ewallet", object{"amount": 10000, "channel_code": "SHOPEEPAY"}, harness.EwalletShape, object{"transaction.fee": 200, "transaction.vat": 22}},
		{"ewallet", object{"amount": 10000, "channel_code": "LINKAJA"}, harness.EwalletShape, object{"transaction.fee": 150, "transaction.vat": 16.5}},
		{"qris", object{"amount": 25000}, harness.QRISShape, object{
			"transaction.channel": "qris", "transaction.channel_code": "QRIS",
			"transaction.fee": 157.66, "transaction.vat": 17.34, "transaction.net_payment": 24825,
		}},
		{"invoice", object{"amount": 1000}, harness.InvoiceShape, object{
			"transaction.channel": "invoice", "transaction.channel_code": "INVOICE", "transaction.total": 1000, "transaction.net_payment": 0,
		}},
		{"invoice", object{"amount": 150000}, harness.InvoiceShape, object{"transaction.total": 150000, "transaction.net_payment": 145560}},
	} {
		a := m.Post(t, "/payments/"+c.channel, c.body).Wants(t, 201).Has(t, "", c.shape).Has(t, "transaction", harness.TransactionShape).Is(t, c.fields)
		a.Is(t, object{
			"transaction.client_id": m.ID, "transaction.status": "PENDING", "transaction.external_id": nil, "transaction.metadata": nil,
			"transaction.paid_amount": nil, "transaction.paid_at": nil, "transaction.transaction_log": nil,
			"transaction.expires_at": a.Field(t, "expires_at"),
		})
		id := a.Text(t, "transaction.transaction_id")
		if !regexp.MustCompile(`^INV-` + fmt.Sprint(m.ID) + `-\d{19}$`).MatchString(id) {
			t.Errorf("transaction_id %s", id)
		}
		want := maps.Clone(a.Field(t, "transaction").(map[string]any))
		for name := range c.shape {
			if name != "transaction" && name != "provider_id" {
				want[name] = a.Field(t, name)
			}
		}
		for _, path := range []string{"/payments/" + id + "/status", "/transactions/" + fmt.Sprint(want["id"])} {
			shown, _ := m.Get(t, "%s", path).Wants(t, 200).Envelope["data"].(map[string]any)
			maps.DeleteFunc(shown, func(name string, _ any) bool { return name == "customer_name" || name == "customer_phone" })
			if got := harness.JSON(shown); got != harness.JSON(want) {
				t.Errorf("%s shows %s after it was created as %s", path, got, harness.JSON(want))
			}
		}
	}
}

func TestTheCustomerCanUseThePaymentInstructions(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	va := m.Post(t, "/payments/va", object{"amount": 50000, "bank_code": "BNI", "customer_name": "Budi"}).Wants(t, 201)
	if n := va.Text(t, "va_number"); strings.Trim(n, "0123456789") != "" {
		t.Errorf("va_number %s", n)
	}
	qr := m.Post(t, "/payments/qris", object{"amount": 25000}).Wants(t, 201).Text(t, "qr_string")
	if _, err := qristest.Parse(qr); err != nil || !strings.Contains(qr, "540525000") {
		t.Errorf("qr_string %s: %v", qr, err)
	}
	ovo := m.Post(t, "/payments/ewallet", object{"amount": 30000, "channel_code": "OVO", "customer_phone": "081234567890"}).Wants(t, 201)
	invoice := m.Post(t, "/payments/invoice", object{"amount": 30000}).Wants(t, 201)
	for _, page := range []string{ovo.Text(t, "pay_url"), invoice.Text(t, "invoice_url")} {
		got, err := harness.Client.Get(page)
		if err != nil || got.StatusCode != 200 {
			t.Errorf("the page %s: %v %v", page, got, err)
			continue
		}
		_ = got.Body.Close()
	}
}

func TestAPaymentIsFoundByAnyOfItsIds(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/payments/invoice", object{"amount": 20000, "external_id": "ORDER/7+8 ü"}).Wants(t, 201)
	id := a.Text(t, "transaction.transaction_id")
	for _, name := range []string{id, a.Text(t, "provider_id"), "ORDER%2F7+8%20%C3%BC"} {
		m.Get(t, "/payments/%s/status", name).Wants(t, 200).Has(t, "", harness.TransactionShape.And(shape{"invoice_url": "string"})).Is(t, object{"transaction_id": id})
	}
	m.Get(t, "/payments/INV-1-1/status").Refuses(t, 404, "not_found")
	// A recorded transaction is not a payment.
	m.Post(t, "/transactions", object{"total": 5000, "transaction_id": "T-1"}).Wants(t, 201)
	m.Get(t, "/payments/T-1/status").Refuses(t, 404, "not_found")
}

func TestExternalIdAndMetadataAreTakenByAllChannels(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	metadata := object{"callback_url": "https://toko.example/cb", "type_transaksi": "web", "basket": []int{1, 2}}
	for channel, body := range map[string]object{
		"va":      {"amount": 50000, "bank_code": "BRI", "customer_name": "Budi"},
		"ewallet": {"amount": 50000, "channel_code": "DANA"},
		"qris":    {"amount": 50000},
		"invoice": {"amount": 50000},
	} {
		a := m.Post(t, "/payments/"+channel, body.With("external_id", "ORDER-"+channel).With("metadata", metadata)).Wants(t, 201)
		a.Is(t, object{"transaction.external_id": "ORDER-" + channel, "transaction.metadata": metadata})
		m.Get(t, "/transactions/external/ORDER-%s", channel).Wants(t, 200).Is(t, object{
			"transaction_id": a.Text(t, "transaction.transaction_id"), "metadata": metadata,
		})
	}
}

func TestAPaymentMustNameItsAppOnceTheClientHasTwo(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	first := m.Get(t, "/apps").Wants(t, 200).ListOf(t, harness.AppShape).ID(t, "0.app_id")
	pay := func(appID any) answer {
		body := object{"amount": 20000}
		if appID != nil {
			body["app_id"] = appID
		}
		return m.Post(t, "/payments/invoice", body)
	}
	pay(nil).Wants(t, 201).Is(t, object{"transaction.app_id": first})
	pay(first).Wants(t, 201).Is(t, object{"transaction.app_id": first})
	pay(other.Get(t, "/apps").Wants(t, 200).ID(t, "0.app_id")).RefusesField(t, "app_id")

	second := harness.Shared(t).Admin(t).Post(t, m.AdminPath("/apps"), object{"name": "Kasir", "kode": "KSR"}).Wants(t, 201).ID(t, "app_id")
	pay(nil).RefusesField(t, "app_id")
	pay(first).Wants(t, 201).Is(t, object{"transaction.app_id": first})
	pay(second).Wants(t, 201).Is(t, object{"transaction.app_id": second})
	pay("1").RefusesField(t, "app_id")
	pay(1.5).RefusesField(t, "app_id")
}

func TestAnAppHasFeesOfItsOwn(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	app := m.Get(t, "/apps").Wants(t, 200).ID(t, "0.app_id")
	harness.Shared(t).Admin(t).Put(t, "/admin/apps/"+fmt.Sprint(app)+"/fees", object{"channel_code": "QRIS", "flat": 100, "percent": 1}).Wants(t, 200)
	m.Post(t, "/payments/qris", object{"amount": 10000}).Wants(t, 201).Is(t, object{
		"transaction.fee": 200, "transaction.vat": 22, "transaction.net_payment": 9778,
	})
	other := harness.NewMerchant(t)
	other.Post(t, "/payments/qris", object{"amount": 10000}).Wants(t, 201).Is(t, object{"transaction.net_payment": 9930})

	// The calculators return the fee of such a payment.
	own, general := object{"net_amount": 9778, "fee": 200, "vat": 22}, object{"net_amount": 9930}
	for _, appID := range []any{nil, app} {
		m.Post(t, "/fees/calculate", object{"amount": 10000, "channel_code": "QRIS", "app_id": appID}).Wants(t, 200).Is(t, own)
		m.Post(t, "/fees/calculate/bulk", object{"amount": 10000, "channels": []string{"QRIS"}, "app_id": appID}).Wants(t, 200).Is(t, object{"0.net_amount": 9778})
		m.Post(t, "/fees/calculate/amount-to-pay", object{"net_amount": 9778, "channel_code": "QRIS", "app_id": appID}).Wants(t, 200).Is(t, object{"amount_to_pay": 10000})
	}
	other.Post(t, "/fees/calculate", object{"amount": 10000, "channel_code": "QRIS"}).Wants(t, 200).Is(t, general)
	second := harness.Shared(t).Admin(t).Post(t, m.AdminPath("/apps"), object{"name": "Kasir", "kode": "KSR"}).Wants(t, 201).ID(t, "app_id")
	m.Post(t, "/fees/calculate", object{"amount": 10000, "channel_code": "QRIS"}).Wants(t, 200).Is(t, general)
	for query, want := range map[string]string{
		"?app_id=" + fmt.Sprint(app): "[100,1,false]", "?app_id=" + fmt.Sprint(second): "[0,0.7,true]", "": "[0,0.7,true]",
	} {
		for _, item := range m.Get(t, "/fees/rates%s", query).Wants(t, 200).List(t) {
			if r := item.(map[string]any); r["channel_code"] == "QRIS" && harness.JSON([]any{r["flat"], r["percent"], r["vat_inclusive"]}) != want {
				t.Errorf("%q: the rate is %v, want %s", query, r, want)
			}
		}
	}
	other.Get(t, "/fees/rates?app_id=%d", app).RefusesField(t, "app_id")
	other.Post(t, "/fees/calculate", object{"amount": 10000, "channel_code": "QRIS", "app_id": app}).RefusesField(t, "app_id")
	other.Post(t, "/fees/calculate/bulk", object{"amount": 10000, "channels": []string{"QRIS"}, "app_id": app}).RefusesField(t, "app_id")
	other.Post(t, "/fees/calculate/amount-to-pay", object{"net_amount": 1000, "channel_code": "QRIS", "app_id": app}).RefusesField(t, "app_id")
}
