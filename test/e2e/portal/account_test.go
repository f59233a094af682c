package portal

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestTheProfileIsShownWithoutSecrets(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Get(t, "/account").Wants(t, 200).Has(t, "", harness.ProfileShape).Is(t, object{
		"id": m.ID, "nama": "Toko Maju", "email": m.Email, "status": "approved", "has_developer": true,
		"is_auto_approve_withdrawal": false, "saldo": 0, "saldo_yang_bisa_ditarik": 0,
		"pic": "", "no_telp_pic": "", "email_pic": "", "alamat": "", "norek": "", "bank": "",
	})
}

func TestTheEightFieldsOfTheProfileChangeAndNoOthers(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	email := "baru-" + m.Email
	a := m.Put(t, "/account", object{
		"nama": "Toko Baru", "email": "  " + strings.ToUpper(email) + " ", "alamat": "Jl. Mawar 1", "pic": "Ani", "no_telp_pic": "0811",
		"email_pic": "ani@example.com", "norek": "1234567890", "bank": "bca",
		"id": 7, "kode": "X", "saldo": 1000000, "balance": 1, "has_developer": false, "is_auto_approve_withdrawal": true,
		"plan": "gold", "status": "suspended", "provider_api_key": "x",
	}).Wants(t, 200).Has(t, "", harness.ProfileShape).Is(t, object{
		"id": m.ID, "nama": "Toko Baru", "email": email, "alamat": "Jl. Mawar 1", "pic": "Ani", "no_telp_pic": "0811",
		"email_pic": "ani@example.com", "norek": "1234567890", "bank": "BCA", "status": "approved",
		"saldo": 0, "has_developer": true, "is_auto_approve_withdrawal": false,
	})
	if got := m.Get(t, "/account"); harness.JSON(got.Envelope["data"]) != harness.JSON(a.Envelope["data"]) {
		t.Errorf("shown as %s, answered %s", got.Body, a.Body)
	}
	m.Put(t, "/account", object{"pic": "Budi"}).Wants(t, 200).Is(t, object{"pic": "Budi", "nama": "Toko Baru", "bank": "BCA"})
	m.Put(t, "/account", object{}).Wants(t, 200).Is(t, object{"pic": "Budi"})

	// The new address can log in, and another client may take the old one.
	old := m.Email
	m.Email = email
	m.LogIn(t)
	harness.Shared(t).Anonymous().Post(t, "/auth/login", object{"email": old, "password": harness.Password}).Refuses(t, 401, "wrong_credentials")
	harness.Shared(t).Anonymous().Post(t, "/auth/register", object{"nama": "B", "email": old, "password": harness.Password}).Wants(t, 201)
}

func TestAProfileUpdateWithAnInvalidFieldIsRefused(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	m.Put(t, "/account", object{"bank": "BCA"}).Wants(t, 200)
	for _, c := range []struct {
		rule, field string
		value       any
	}{
		{"a norek that is not numeric", "norek", "12345abc90"},
		{"a norek that is a number", "norek", 1234567890},
		{"a norek of another length than the bank's", "norek", "12345"},
		{"a bank that there is not", "bank", "BANK TANAH ABANG"},
		{"an empty name", "nama", ""},
		{"a name that is no string", "nama", object{}},
		{"no e-mail address", "email", "toko"},
		{"another client's e-mail", "email", " " + strings.ToUpper(other.Email)},
		{"an address of 256 characters", "alamat", strings.Repeat("a", 256)},
		{"NUL", "pic", "a\x00b"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			m.Put(t, "/account", object{"pic": "Ani", c.field: c.value}).RefusesField(t, c.field)
		})
	}
	m.Get(t, "/account").Wants(t, 200).Is(t, object{"pic": "", "norek": "", "email": m.Email, "nama": "Toko Maju"})
}

// A limit of 255 characters allows 255 characters of four bytes each.
func TestLengthsAreCountedInCharacters(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	long := strings.Repeat("🙂", 255)
	m.Put(t, "/account", object{"nama": long}).Wants(t, 200).Is(t, object{"nama": long})
}

func TestTheBalanceIsShownAtBothOfItsPaths(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Earn(t, 12345)
	want := object{"client_id": m.ID, "saldo": 12345, "saldo_yang_bisa_ditarik": 12345, "ditahan": 0, "belum_settle": 0, "piutang": 0}
	m.Get(t, "/account/balance?client_id=1").Wants(t, 200).Has(t, "", harness.BalanceShape).Is(t, want)
	m.Get(t, "/clients/%d/balance", m.ID).Wants(t, 200).Has(t, "", harness.BalanceShape).Is(t, want)
}

func TestTheAppsAreListed(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Get(t, "/apps").Wants(t, 200).ListOf(t, harness.AppShape).Has(t, "0.app", harness.InnerAppShape).Is(t, object{"0.app.name": "Toko Maju", "0.type": "default"})
	harness.Shared(t).Admin(t).Post(t, m.AdminPath("/apps"), object{
		"name": "Kasir", "kode": "KSR", "jenis": "pos", "type": "android", "url": "https://kasir.example",
	}).Wants(t, 201).Has(t, "", harness.AppShape)
	a := m.Get(t, "/apps").Wants(t, 200).ListOf(t, harness.AppShape).Is(t, object{
		"1.type": "android", "1.url": "https://kasir.example", "1.app.kode": "KSR", "1.app.name": "Kasir", "1.app.jenis": "pos",
	})
	if len(a.List(t)) != 2 || harness.JSON(a.Field(t, "1.id")) != harness.JSON(a.Field(t, "1.app_id")) || harness.JSON(a.Field(t, "1.id")) != harness.JSON(a.Field(t, "1.app.id")) {
		t.Errorf("%s", a.Body)
	}
}

// There are about 140 banks. A bank that an administrator deactivates is still found by
// its code, but it is not listed as active and takes no payouts.
func TestBankChannelsAreListedAndFound(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 100000), harness.Shared(t).Admin(t)
	a := m.Get(t, "/bank-channels/active").Wants(t, 200).ListOf(t, harness.BankChannelShape)
	if n := len(a.List(t)); n < 130 || n > 160 {
		t.Errorf("%d banks", n)
	}
	m.Get(t, "/bank-channels/code/bca").Wants(t, 200).Has(t, "", harness.BankChannelShape).Is(t, object{"code": "BCA", "active": true, "withdrawal_fee": 5000})
	m.Get(t, "/bank-channels/code/GOPAY").Refuses(t, 404, "not_found")

	admin.Put(t, "/admin/bank-channels/CITIBANK", object{"active": false}).Wants(t, 200).Is(t, object{"code": "CITIBANK", "active": false})
	m.Get(t, "/bank-channels/code/CITIBANK").Wants(t, 200).Is(t, object{"active": false})
	for _, code := range m.Get(t, "/bank-channels/active").Wants(t, 200).Column(t, "code") {
		if code == `"CITIBANK"` {
			t.Error("a bank that is switched off is listed as active")
		}
	}
	m.Put(t, "/account", object{"bank": "CITIBANK"}).RefusesField(t, "bank")
	m.Post(t, "/settlements", object{"jumlah": 10000, "tujuan": "x", "norek": "1234567890", "bank": "CITIBANK"}).RefusesField(t, "bank")
	admin.Put(t, "/admin/bank-channels/citibank", object{"active": true}).Wants(t, 200).Is(t, object{"active": true})
	m.Post(t, "/settlements", object{"jumlah": 10000, "tujuan": "x", "norek": "1234567890", "bank": "CITIBANK"}).Wants(t, 201)
}
