package admin

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

var taxSettings = harness.Settings{
	"TAX_SELLER_TIN": "0011223344556677", "TAX_SELLER_NITKU": "0011223344556677000000", "TAX_SELLER_NAME": "PT Gateway",
	"TAX_SELLER_ADDRESS": "Jl. Sudirman 1, Jakarta",
}

// thisMonth is the month that the fees of a test are charged in.
func thisMonth() (month string, from, until time.Time) {
	now := time.Now().In(time.FixedZone("WIB", 7*60*60))
	from = time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	return now.Format("2006-01"), from, from.AddDate(0, 1, 0)
}

// closeMonth closes the present month, which no one else may.
func closeMonth(t *testing.T, g *harness.Gateway) string {
	t.Helper()
	month, from, until := thisMonth()
	g.Poison(t, "period-"+month, "period.closed.v1", fmt.Sprintf(
		`{"month":%q,"time_zone":"Asia/Jakarta","from":%q,"until":%q,"at":%q}`,
		month, from.Format(time.RFC3339), until.Format(time.RFC3339), time.Now().UTC().Format(time.RFC3339Nano)))
	return month
}

func TestTheTaxDataOfAClient(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, taxSettings)
	m, admin := g.NewMerchant(t), g.Admin(t)
	admin.Get(t, "%s", m.AdminPath("/tax-data")).Wants(t, 200).Is(t, object{"client_id": m.ID, "npwp": "", "exempt_from": nil})
	admin.Get(t, "/admin/clients/999/tax-data").Refuses(t, 404, "client_not_found")
	admin.Put(t, "/admin/clients/999/tax-exemption", object{"exempt": false}).Refuses(t, 404, "client_not_found")
	admin.Put(t, m.AdminPath("/tax-exemption"), object{"exempt": true, "exempt_from": "2026-02-30", "exemption_paper": "S-1"}).RefusesField(t, "exempt_from")
	admin.Put(t, m.AdminPath("/tax-exemption"), object{"exempt": true, "exempt_from": "2026-02-01"}).RefusesField(t, "exemption_paper")
	fee := object{"amount": 100_000, "channel_code": "QRIS"}
	charged := m.Post(t, "/fees/calculate", fee).Wants(t, 200)
	if charged.Field(t, "vat") == 0.0 {
		t.Fatal("the channel has no VAT")
	}
	admin.Put(t, m.AdminPath("/tax-exemption"), object{"exempt": true, "exempt_from": "2026-02-01", "exemption_paper": "S-1"}).Wants(t, 200).
		Is(t, object{"exempt_from": "2026-02-01", "exemption_paper": "S-1"})
	admin.Put(t, m.AdminPath("/tax-exemption"), object{"exempt": true, "exempt_from": "2126-02-01", "exemption_paper": "S-2"}).Wants(t, 200).
		Is(t, object{"exempt_from": "2026-02-01", "exemption_paper": "S-1", "exemptions.1.exemption_paper": "S-2"})
	admin.Get(t, "%s", m.AdminPath("/tax-data")).Wants(t, 200).Is(t, object{"exemptions.0.exempt_from": "2026-02-01", "exemptions.1.exempt_from": "2126-02-01"})
	m.Post(t, "/fees/calculate", fee).Wants(t, 200).Is(t, object{"vat": 0, "vat_rate": 0})
	m.Post(t, "/fees/calculate/vat", object{"amount": 111_000, "is_inclusive": true}).Wants(t, 200).Is(t, object{"base": 100_000, "vat": 0})
	id := m.PayQRIS(t, 100_000)
	m.AwaitPayment(t, id, "PAID")
	admin.Put(t, m.AdminPath("/tax-exemption"), object{"exempt": false}).Wants(t, 200).Is(t, object{"exempt_from": nil, "exemption_paper": nil})
	m.Post(t, "/fees/calculate", fee).Wants(t, 200).Is(t, object{"vat": charged.Field(t, "vat")})
	month := closeMonth(t, g)
	poll.Until(t, "the fee is booked", func() bool {
		return admin.Get(t, "/admin/tax/%s/invoices/%d", month, m.ID).Status == 200
	})
	admin.Get(t, "/admin/tax/%s/invoices/%d", month, m.ID).Wants(t, 200).Is(t, object{
		"documents.0.code": "08", "documents.0.ppn": 0, "exemption_paper": "S-1",
	})
}

func TestTheFeeInvoicesOfAMonthGoToTheTaxOffice(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, taxSettings)
	m, admin := g.NewMerchant(t), g.Admin(t)
	bare := g.NewMerchant(t)
	login := m.LogIn(t)
	login.Put(t, "/me/tax-data", object{"name": "PT Toko Budi", "npwp": "12.345.678.9-012.345", "alamat": "Jl. Melati 1"}).Wants(t, 200)
	m.AwaitPayment(t, m.PayQRIS(t, 123_457), "PAID")
	bare.AwaitPayment(t, bare.PayQRIS(t, 50_000), "PAID")
	month, _, _ := thisMonth()
	path := "/admin/tax/" + month
	invoicePath := fmt.Sprintf("%s/invoices/%d", path, m.ID)
	number := fmt.Sprintf("FI-%s-%d", month, m.ID)
	approvals := func(taxNumber string) object {
		return object{"approvals": []object{{"number": number, "tax_number": taxNumber}}}
	}
	for _, of := range []string{path, path + "/coretax.xml", invoicePath} {
		admin.Get(t, "%s", of).Refuses(t, 409, "period_not_closed")
	}
	admin.Post(t, path+"/export", nil).Refuses(t, 409, "period_not_closed")
	admin.Post(t, path+"/approvals", approvals("04002600000000017")).Refuses(t, 409, "period_not_closed")
	login.Get(t, "/me/fee-invoices").Wants(t, 200)
	closeMonth(t, g)

	poll.Until(t, "the fees are booked", func() bool {
		return len(admin.Get(t, "%s", path).Wants(t, 200).Field(t, "invoices").([]any)) == 2
	})
	draft := admin.Get(t, "%s", path).Wants(t, 200).Is(t, object{"parts": 0, "statuses.draft": 2, "problems.0.client_id": bare.ID, "problems.0.field": "name"})
	draft.Is(t, object{"problems.1.field": "npwp", "problems.2.field": "alamat"})
	for n, client := range []int64{m.ID, bare.ID} { // a page has its invoices, and the problems of the whole month
		one := admin.Get(t, "%s?per_page=1&page=%d", path, n+1).Wants(t, 200)
		one.HasMeta(t, 2, 1, n+1, 2)
		one.Is(t, object{"invoices.0.client_id": client, "statuses.draft": 2, "problems.0.client_id": bare.ID, "total": draft.Field(t, "total")})
		if list := one.Field(t, "invoices").([]any); len(list) != 1 {
			t.Errorf("page %d has %d invoices", n+1, len(list))
		}
	}
	admin.Get(t, "%s?page=3&per_page=1", path).Wants(t, 200).Is(t, object{"invoices": []any{}})
	admin.Get(t, "%s/invoices/999", path).Wants(t, 404)
	admin.Get(t, "%s/coretax.xml", path).Refuses(t, 404, "no_tax_file")
	admin.Post(t, path+"/export", nil).Wants(t, 200).Is(t, object{"parts": 1, "statuses.draft": 1, "statuses.exported": 1})
	first := download(t, admin, path+"/coretax.xml", "application/xml; charset=utf-8")
	if !strings.Contains(string(first), "<BuyerTin>0123456789012345</BuyerTin>") || !strings.Contains(string(first), "<RefDesc>"+number+"</RefDesc>") {
		t.Errorf("the file is\n%s", first)
	}
	// What the client changes later is not in the document.
	login.Put(t, "/me/tax-data", object{"name": "PT Lain", "npwp": "0123456789012345", "alamat": "Jl. Mawar 2"}).Wants(t, 200)
	admin.Post(t, path+"/export", nil).Wants(t, 200).Is(t, object{"parts": 1})
	if again := download(t, admin, path+"/coretax.xml", "application/xml; charset=utf-8"); string(again) != string(first) {
		t.Errorf("the file became\n%s", again)
	}

	admin.Post(t, path+"/approvals", object{}).RefusesField(t, "approvals")
	admin.Post(t, path+"/approvals", object{"csv": "a,b\n1,2"}).RefusesField(t, "csv")
	admin.Post(t, path+"/approvals", approvals("17")).RefusesField(t, "tax_number")
	admin.Post(t, path+"/approvals", object{"approvals": []object{{"number": "FI-" + month + "-999", "tax_number": "04002600000000017"}}}).
		Refuses(t, 404, "no_tax_document")
	admin.Post(t, path+"/approvals", approvals("04002600000000017")).Wants(t, 200).Is(t, object{"statuses.approved": 1})
	admin.Post(t, path+"/approvals", object{"csv": "tax_number,number\n04002600000000017," + number + "\n"}).Wants(t, 200)
	admin.Post(t, path+"/approvals", approvals("04002600000000018")).Refuses(t, 409, "tax_document_approved")
	invoice := admin.Get(t, "%s", invoicePath).Wants(t, 200).Is(t, object{
		"status": "approved", "buyer.name": "PT Toko Budi", "documents.0.tax_number": "04002600000000017", "outdated": false,
	})
	if rounding := accountsOf(t, admin)["tax:rounding"]; rounding != nil && rounding != invoice.Field(t, "rounding") {
		t.Errorf("tax:rounding has %v, the invoice %v", rounding, invoice.Field(t, "rounding"))
	}
	login.Get(t, "/me/fee-invoices").Wants(t, 200).Is(t, object{"0.status": "approved", "0.month": month})

	bare.LogIn(t).Put(t, "/me/tax-data", object{"name": "Toko Polos", "npwp": "1234567890123456", "alamat": "Jl. Kenanga 2"}).Wants(t, 200)
	admin.Post(t, path+"/export", nil).Wants(t, 200).Is(t, object{"statuses.exported": 1})
	admin.Post(t, path+"/approvals", object{"approvals": []object{{
		"number": fmt.Sprintf("FI-%s-%d", month, bare.ID), "tax_number": "04002600000000017",
	}}}).Refuses(t, 409, "tax_number_taken")
}

func TestNoInvoiceIsExportedWithoutASeller(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	month := closeMonth(t, g)
	g.Admin(t).Post(t, "/admin/tax/"+month+"/export", nil).Refuses(t, 409, "tax_seller_incomplete")
	g.Admin(t).Get(t, "/admin/tax/%s", month).Wants(t, 200).Is(t, object{"problems.0.field": "seller_tin"})
}

// A file that the tax office refuses frees its documents; a fee that is returned after the approval makes a replacement, and
// when nothing is left the document is to be cancelled.
func TestATaxFileIsRefusedReplacedAndCancelled(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, taxSettings)
	m, admin := g.NewMerchant(t), g.Admin(t)
	login := m.LogIn(t)
	login.Put(t, "/me/tax-data", object{"name": "PT Salah", "npwp": "0123456789012345", "alamat": "Jl. Melati 1"}).Wants(t, 200)
	var paid []string
	for _, amount := range []int{100_000, 40_000} {
		id := m.Post(t, "/payments/ewallet", object{"amount": amount, "channel_code": "DANA"}).Wants(t, 201).Text(t, "transaction.transaction_id")
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitPayment(t, id, "PAID")
		paid = append(paid, id)
	}
	month := closeMonth(t, g)
	path, number := "/admin/tax/"+month, fmt.Sprintf("FI-%s-%d", month, m.ID)
	file := func(part int) string {
		t.Helper()
		return string(download(t, admin, fmt.Sprintf("%s/coretax.xml?part=%d", path, part), "application/xml; charset=utf-8"))
	}
	reject := object{"part": 1, "reason": "the name is not that of the NPWP"}
	admin.Post(t, path+"/rejections", reject).Refuses(t, 404, "no_tax_file")
	poll.Until(t, "the fees are booked", func() bool {
		return len(admin.Get(t, "%s", path).Wants(t, 200).Field(t, "invoices").([]any)) == 1
	})
	admin.Post(t, path+"/export", nil).Wants(t, 200).Is(t, object{"parts": 1})
	first := file(1)
	admin.Post(t, path+"/rejections", object{"part": 1, "reason": ""}).RefusesField(t, "reason")
	for range 2 { // the same again changes nothing
		admin.Post(t, path+"/rejections", reject).Wants(t, 200).Is(t, object{"invoices.0.status": "rejected", "invoices.0.outdated": true})
	}
	login.Put(t, "/me/tax-data", object{"name": "PT Benar", "npwp": "0123456789012345", "alamat": "Jl. Melati 1"}).Wants(t, 200)
	admin.Post(t, path+"/export", nil).Wants(t, 200).Is(t, object{"parts": 2, "invoices.0.status": "exported", "invoices.0.buyer.name": "PT Benar"})
	if file(1) != first || !strings.Contains(file(2), "PT Benar") || !strings.Contains(file(2), "<TaxInvoiceOpt>Normal<") {
		t.Errorf("after the refusal the files are\n%s\n%s", file(1), file(2))
	}

	approvals := object{"approvals": []object{{"number": number, "tax_number": "04002600000000017"}}}
	admin.Post(t, path+"/approvals", approvals).Wants(t, 200).Is(t, object{"invoices.0.status": "approved"})
	admin.Post(t, path+"/rejections", object{"part": 2, "reason": "late"}).Refuses(t, 409, "tax_document_approved")
	m.Earn(t, 10_000)
	undo := func(id string) {
		t.Helper()
		m.Post(t, "/refunds", object{"transaction_id": id, "reason": "duplicate"}).Wants(t, 201)
		poll.Until(t, "the fee is given back", func() bool {
			return admin.Get(t, "%s", path).Wants(t, 200).Field(t, "invoices.0.outdated") == true
		})
	}
	undo(paid[0])
	admin.Post(t, path+"/export", nil).Wants(t, 200).Is(t, object{"parts": 3, "invoices.0.status": "replaced"})
	if !strings.Contains(file(3), "<TaxInvoiceOpt>Pengganti<") || !strings.Contains(file(3), "<RefDesc>"+number+"<") {
		t.Errorf("the replacement is\n%s", file(3))
	}
	undo(paid[1])
	admin.Post(t, path+"/export", nil).Wants(t, 200).Is(t, object{
		"parts": 3, "invoices.0.status": "cancelled", "invoices.0.total.ppn": 0, "invoices.0.documents": []any{}, "rounding": 0,
		"invoices.0.to_cancel.0.number": number, "invoices.0.to_cancel.0.tax_number": "04002600000000017",
		"to_cancel.0.client_id": m.ID, "to_cancel.0.number": number, "to_cancel.0.tax_number": "04002600000000017",
	})
	login.Get(t, "/me/fee-invoices/%s", month).Wants(t, 200).Is(t, object{"status": "cancelled"})
}
