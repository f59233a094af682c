package e2e

import (
	"strings"
	"testing"
)

func TestTheProfileIsShownWithoutSecrets(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.get(t, "/account").wants(t, 200).has(t, "", profileShape).is(t, object{
		"id": m.id, "nama": "Toko Maju", "email": m.email, "status": "approved", "has_developer": true,
		"is_auto_approve_withdrawal": false, "saldo": 0, "saldo_yang_bisa_ditarik": 0,
		"pic": "", "no_telp_pic": "", "email_pic": "", "alamat": "", "norek": "", "bank": "",
	})
}

func TestTheEightFieldsOfTheProfileChangeAndNoOthers(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	email := "baru-" + m.email
	a := m.put(t, "/account", object{
		"nama": "Toko Baru", "email": "  " + strings.ToUpper(email) + " ", "alamat": "Jl. Mawar 1", "pic": "Ani", "no_telp_pic": "0811",
		"email_pic": "ani@example.com", "norek": "1234567890", "bank": "bca",
		"id": 7, "kode": "X", "saldo": 1000000, "balance": 1, "has_developer": false, "is_auto_approve_withdrawal": true,
		"plan": "gold", "status": "suspended", "provider_api_key": "x",
	}).wants(t, 200).has(t, "", profileShape).is(t, object{
		"id": m.id, "nama": "Toko Baru", "email": email, "alamat": "Jl. Mawar 1", "pic": "Ani", "no_telp_pic": "0811",
		"email_pic": "ani@example.com", "norek": "1234567890", "bank": "BCA", "status": "approved",
		"saldo": 0, "has_developer": true, "is_auto_approve_withdrawal": false,
	})
	if got := m.get(t, "/account"); text(got.envelope["data"]) != text(a.envelope["data"]) {
		t.Errorf("shown as %s, answered %s", got.body, a.body)
	}
	m.put(t, "/account", object{"pic": "Budi"}).wants(t, 200).is(t, object{"pic": "Budi", "nama": "Toko Baru", "bank": "BCA"})
	m.put(t, "/account", object{}).wants(t, 200).is(t, object{"pic": "Budi"})

	// The new address logs in, the old one is free for somebody else.
	old := m.email
	m.email = email
	m.portal(t)
	shared.anybody().post(t, "/auth/login", object{"email": old, "password": password}).refuses(t, 401, "wrong_credentials")
	shared.anybody().post(t, "/auth/register", object{"nama": "B", "email": old, "password": password}).wants(t, 201)
}

func TestAProfileUpdateIsRefusedBy(t *testing.T) {
	t.Parallel()
	m, other := newMerchant(t), newMerchant(t)
	m.put(t, "/account", object{"bank": "BCA"}).wants(t, 200)
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
		{"another client's e-mail", "email", " " + strings.ToUpper(other.email)},
		{"an address of 256 characters", "alamat", strings.Repeat("a", 256)},
		{"NUL", "pic", "a\x00b"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			m.put(t, "/account", object{"pic": "Ani", c.field: c.value}).refusesField(t, c.field)
		})
	}
	m.get(t, "/account").wants(t, 200).is(t, object{"pic": "", "norek": "", "email": m.email, "nama": "Toko Maju"})
}

// A name of 255 characters of four bytes each is one of 255 characters.
func TestLengthsAreCountedInCharacters(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	long := strings.Repeat("🙂", 255)
	m.put(t, "/account", object{"nama": long}).wants(t, 200).is(t, object{"nama": long})
}

func TestTheBalanceIsShownUnderBothItsPaths(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.earns(t, 12345)
	want := object{"client_id": m.id, "saldo": 12345, "saldo_yang_bisa_ditarik": 12345, "ditahan": 0, "belum_settle": 0}
	m.get(t, "/account/balance?client_id=1").wants(t, 200).has(t, "", balanceShape).is(t, want)
	m.get(t, "/clients/%d/balance", m.id).wants(t, 200).has(t, "", balanceShape).is(t, want)
}

func TestTheAppsAreListed(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.get(t, "/apps").wants(t, 200).listOf(t, appShape).has(t, "0.app", innerAppShape).is(t, object{"0.app.name": "Toko Maju", "0.type": "default"})
	shared.admin(t).post(t, m.admin("/apps"), object{
		"name": "Kasir", "kode": "KSR", "jenis": "pos", "type": "android", "url": "https://kasir.example",
	}).wants(t, 201).has(t, "", appShape)
	a := m.get(t, "/apps").wants(t, 200).listOf(t, appShape).is(t, object{
		"1.type": "android", "1.url": "https://kasir.example", "1.app.kode": "KSR", "1.app.name": "Kasir", "1.app.jenis": "pos",
	})
	if len(a.list(t)) != 2 || text(a.field(t, "1.id")) != text(a.field(t, "1.app_id")) || text(a.field(t, "1.id")) != text(a.field(t, "1.app.id")) {
		t.Errorf("%s", a.body)
	}
}

// About 140 banks; one that an administrator switches off is still found by its
// code, but not active, and takes no payouts.
func TestBankChannelsAreListedAndFound(t *testing.T) {
	t.Parallel()
	m, admin := newRichMerchant(t, 100000), shared.admin(t)
	a := m.get(t, "/bank-channels/active").wants(t, 200).listOf(t, bankChannelShape)
	if n := len(a.list(t)); n < 130 || n > 160 {
		t.Errorf("%d banks", n)
	}
	m.get(t, "/bank-channels/code/bca").wants(t, 200).has(t, "", bankChannelShape).is(t, object{"code": "BCA", "active": true, "withdrawal_fee": 5000})
	m.get(t, "/bank-channels/code/GOPAY").refuses(t, 404, "not_found")

	admin.put(t, "/admin/bank-channels/CITIBANK", object{"active": false}).wants(t, 200).is(t, object{"code": "CITIBANK", "active": false})
	m.get(t, "/bank-channels/code/CITIBANK").wants(t, 200).is(t, object{"active": false})
	for _, code := range m.get(t, "/bank-channels/active").wants(t, 200).column(t, "code") {
		if code == `"CITIBANK"` {
			t.Error("a bank that is switched off is listed as active")
		}
	}
	m.put(t, "/account", object{"bank": "CITIBANK"}).refusesField(t, "bank")
	m.post(t, "/settlements", object{"jumlah": 10000, "tujuan": "x", "norek": "1234567890", "bank": "CITIBANK"}).refusesField(t, "bank")
	admin.put(t, "/admin/bank-channels/citibank", object{"active": true}).wants(t, 200).is(t, object{"active": true})
	m.post(t, "/settlements", object{"jumlah": 10000, "tujuan": "x", "norek": "1234567890", "bank": "CITIBANK"}).wants(t, 201)
}
