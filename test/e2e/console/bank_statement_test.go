package console

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// bcaStatement is a file of BCA with a line of each kind that is left for a person. It closes with 20,243,499.50.
const bcaStatement = "No. rekening : 1234567890\nPeriode : 30/01/2026 - 31/01/2026\nMata uang : IDR\nTanggal,Keterangan,Cabang,Jumlah,,Saldo\n" +
	"30/01/2026,SETORAN MODAL,0000,20000000.00,CR,20000000.00\n30/01/2026,BIAYA ADM,0000,6500.50,DB,19993499.50\n" +
	"31/01/2026,XENDIT,0000,250000.00,CR,20243499.50\n"

// mt940Statement goes on with the account on the next day.
const mt940Statement = ":20:A1\n:25:1234567890\n:28C:2/1\n:60F:C260131IDR20243499,5\n:61:2602010201C1000,NINTBUNGA\n:62F:C260201IDR20244499,5\n"

var bankLine = regexp.MustCompile(`href="(/console/bank-lines/[^"?]+)"`)

// bankLines returns the pages of the unmatched lines of a day, the last line of the bank first.
func (v *visitor) bankLines(t *testing.T, day string) (paths []string) {
	t.Helper()
	for _, link := range bankLine.FindAllStringSubmatch(v.get(t, "/console/bank-lines?status=unmatched&day="+day).is(t, 200).Body, -1) {
		paths = append(paths, link[1])
	}
	return paths
}

// Staff upload the files of the bank, clear each line that they bring with forms alone, and see each day agree in the end.
func TestStaffClearABankStatementInTheConsole(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	v := newVisitor(t, g)
	v.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	g.Admin(t).Post(t, "/admin/treasury", object{"kind": "owner_in", "amount": 20_000_000, "value_date": "2026-01-30", "reference": "MODAL"}).Wants(t, 201)
	const upload, days = "/console/bank-statements/new", "/console/bank-statements?from=2026-01-01&to=2026-02-28"
	bca := sentFile{"januari.csv", "text/csv", []byte(bcaStatement)}
	v.uploadTo(t, upload, "content", nil, bca).shows(t, "The file was taken in", "1234567890", "bca_csv", "2026-01-30 – 2026-01-31", "New lines 3")
	v.uploadTo(t, upload, "content", nil, bca).shows(t, "New lines 0")
	v.uploadTo(t, upload, "content", nil, sentFile{"februari.sta", "text/plain", []byte(mt940Statement)}).shows(t, "mt940", "New lines 1")
	v.get(t, days).shows(t, "2026-02-01 No", "2026-01-31 No", "2026-01-30 No")

	lines := append(v.bankLines(t, "2026-01-30"), v.bankLines(t, "2026-01-31")...)
	if len(lines) != 3 {
		t.Fatalf("the list leads to %v", lines)
	}
	charge, capital, arrived := lines[0], lines[1], lines[2]
	page := v.get(t, capital).shows(t, "SETORAN MODAL", "Rp20.000.000", "same amount, same day, near day, the only one of this amount, its reference stands in the text")
	booking := regexp.MustCompile(`name="booking_id"[^>]* value="([^"]+)"`).FindStringSubmatch(page.Body)
	if booking == nil {
		t.Fatal("no booking is proposed")
	}
	v.post(t, charge+"/match", url.Values{"booking_id": {booking[1]}}).is(t, 400)
	v.post(t, capital+"/match", url.Values{"booking_id": {booking[1]}, "reason": {"the capital"}}).leadsTo(t, capital)
	v.get(t, capital).shows(t, "Matched", booking[1], "the capital", "Reopen").hides(t, "Enter as a movement")

	book := v.get(t, charge).shows(t, "Enter as a movement", "No booking has this amount")
	v.post(t, charge+"/book", book.filled(t, charge+"/book", url.Values{"kind": {"bank_charge"}, "note": {"January"}})).leadsTo(t, charge)
	v.get(t, charge).shows(t, "Matched", "treasury-")

	v.post(t, arrived+"/explain", nil).is(t, 400)
	v.post(t, arrived+"/explain", url.Values{"reason": {"the provider is asked"}}).leadsTo(t, arrived)
	v.get(t, arrived).shows(t, "Explained", "the provider is asked")
	v.get(t, days).shows(t, "2026-01-31 No Rp20.243.499,50 Rp19.993.499,50 Rp250.000 Rp0 Rp0 Rp250.000", "2026-01-30 Yes Rp19.993.499,50 Rp19.993.499,50 Rp0")
	v.post(t, arrived+"/reopen", url.Values{"reason": {"it was the owner"}}).leadsTo(t, arrived)
	for path, kind := range map[string]string{arrived: "owner_in", v.bankLines(t, "2026-02-01")[0]: "bank_interest"} {
		v.post(t, path+"/book", v.get(t, path).filled(t, path+"/book", url.Values{"kind": {kind}})).leadsTo(t, path)
	}
	v.get(t, days).shows(t, "2026-02-01 Yes Rp20.244.499,50 Rp20.244.499,50 Rp0", "2026-01-31 Yes Rp20.243.499,50 Rp20.243.499,50 Rp0")
	v.get(t, "/console/bank-lines?status=unmatched").shows(t, "Nothing matches these filters")
	v.get(t, "/console/bank-bookings").shows(t, "Each booking on our bank account has its line")

	v.get(t, "/console/language/id")
	v.get(t, days).shows(t, "2026-02-01 Ya", "Menurut bank", "Selisih").hides(t, "Agrees", "Difference", "Yes")
	v.get(t, capital).shows(t, "Cocok", "Buka lagi").hides(t, "Matched", "Reopen", "unmatched")
}

// A wrong file is refused whole on the page, in the language of the reader, with the line that is wrong.
func TestAWrongBankStatementIsRefusedInThePage(t *testing.T) {
	t.Parallel()
	v := newVisitor(t, harness.Start(t, harness.Settings{}))
	v.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	const upload = "/console/bank-statements/new"
	v.uploadTo(t, upload, "content", nil, sentFile{"a.csv", "text/csv", []byte(bcaStatement)}).is(t, 200)
	replaced := func(old, with string) string { return strings.Replace(bcaStatement, old, with, 1) }
	files := []struct {
		content string
		status  int
		english string
		bahasa  string
	}{
		{"", 400, "is required", "wajib diisi"},
		{"Bank Mandiri\nTanggal;Uraian;Debit;Kredit\n", 400, "the file seems to be of another bank (mandiri)", "berkas ini tampaknya dari bank lain (mandiri)"},
		{replaced("IDR", "USD"), 400, "line 3: the currency is USD: only IDR is taken", "baris 3: mata uangnya USD: hanya IDR yang diterima"},
		{strings.Replace(mt940Statement, "60F:C260131IDR", "60F:C260131EUR", 1), 400, "line 4: the currency is EUR", "baris 4: mata uangnya EUR"},
		{replaced("6500.50", "6500.60"), 400, "line 6: the balance should be 19993499.40, but is 19993499.50", "baris 6: saldonya seharusnya 19993499.40, tetapi tertulis 19993499.50"},
		{replaced("30/01/2026,BIAYA", "kemarin,BIAYA"), 400, "line 6: \"kemarin\" is no date", "baris 6: \"kemarin\" bukan tanggal"},
		{replaced("1234567890", "99"), 400, "the file is of account 99", "berkas ini dari rekening 99"},
		{replaced("SETORAN MODAL", "PINJAMAN"), 409, "contradict each other on 2026-01-30", "bertentangan"},
	}
	for _, language := range []string{"en", "id"} {
		v.get(t, "/console/language/"+language)
		for _, f := range files {
			var sent []sentFile
			if f.content != "" {
				sent = []sentFile{{"b.csv", "text/csv", []byte(f.content)}}
			}
			got := v.uploadTo(t, upload, "content", url.Values{"account": {"1234567890"}}, sent...).is(t, f.status)
			if language == "en" {
				got.says(t, f.english)
				continue
			}
			got.says(t, f.bahasa).hides(t, "line ", "the file", "the currency", "the balance", "is required", "contradict")
		}
	}
	v.get(t, "/console/language/en")
	v.get(t, "/console/bank-statements?from=2026-01-01&to=2026-02-28").shows(t, "2026-01-31 No Rp20.243.499,50", "Rows: 2")
}
