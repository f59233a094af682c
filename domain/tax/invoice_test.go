package tax_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/tax"
)

var seller = tax.Seller{TIN: "0011223344556677", NITKU: "0011223344556677000000", Name: "PT Gateway", Address: "Jl. Sudirman 1"}

func buyer() tax.Client {
	return tax.Client{Exemptions: []tax.Exemption{{From: "2026-01-01", Paper: "S-1"}}, Versions: []tax.Version{{
		Data: tax.Data{Name: "Toko Budi", NPWP: "0123456789012345", NITKU: "0123456789012345000000", Address: "Jl. Melati 1"}, At: noon,
	}}}
}

func draft(fees ...tax.Fees) tax.Draft {
	return tax.Draft{
		Rules: tax.DefaultRules, Seller: seller, Client: buyer(), Month: "2026-01", ClientID: 7, Date: "2026-01-31", Closed: noon, Fees: fees,
	}
}

func fees(rate, fee, vat string) tax.Fees {
	return tax.Fees{VATRate: rate, Fee: dec(fee), VAT: dec(vat)}
}

func TestADraftHasADocumentForEachCode(t *testing.T) {
	t.Parallel()
	c, problems := draft(fees("11", "1000.05", "110.03"), fees("0", "500", "0"), fees("10", "0", "0")).Content()
	if len(problems) > 0 || len(c.Documents) != 2 {
		t.Fatalf("%+v, %+v", c.Documents, problems)
	}
	taxed, exempt := c.Documents[0], c.Documents[1]
	if taxed.Number != "FI-2026-01-7" || taxed.Code != "04" || !taxed.OtherBase.Equal(dec("916.71")) || !taxed.VAT.Equal(dec("110.01")) {
		t.Errorf("with VAT: %+v", taxed)
	}
	if exempt.Number != "FI-2026-01-7-08" || exempt.Code != "08" || !exempt.VAT.IsZero() || !exempt.Base.Equal(dec("500")) || c.Paper != "S-1" {
		t.Errorf("without: %+v, paper %s", exempt, c.Paper)
	}
}

func TestADraftSaysWhatTheTaxOfficeWouldRefuse(t *testing.T) {
	t.Parallel()
	for field, d := range map[string]func(*tax.Draft){
		tax.ProblemVATRate:   func(d *tax.Draft) { d.Fees = append(d.Fees, fees("10", "100", "10")) },
		tax.ProblemAmount:    func(d *tax.Draft) { d.Fees = append(d.Fees, fees("12", "-100", "-12")) },
		tax.ProblemExemption: func(d *tax.Draft) { d.Fees, d.Client.Exemptions = append(d.Fees, fees("0", "100", "0")), nil },
		tax.FieldNPWP:        func(d *tax.Draft) { d.Client.Versions[0].NPWP = "" },
		tax.FieldName:        func(d *tax.Draft) { d.Client.Versions[0].Name = "" },
		tax.FieldNITKU:       func(d *tax.Draft) { d.Client.Versions[0].NITKU = "9999999999999999000000" },
		tax.FieldAddress:     func(d *tax.Draft) { d.Client.Versions[0].Address = "" },
	} {
		of := draft(fees("11", "100", "11"))
		d(&of)
		if _, problems := of.Content(); len(problems) != 1 || problems[0] != (tax.Problem{ClientID: 7, Field: field}) {
			t.Errorf("%s: %+v", field, problems)
		}
	}
	for _, wrong := range []tax.Seller{
		{TIN: "0000000000000000", NITKU: "0000000000000000000000", Name: "PT Gateway", Address: "Jl. Sudirman 1"},
		{TIN: seller.TIN, NITKU: "9999999999999999000000", Name: "PT Gateway", Address: "Jl. Sudirman 1"},
	} {
		if len(wrong.Problems()) != 1 {
			t.Errorf("%+v: %+v", wrong, wrong.Problems())
		}
	}
	if problems := (tax.Seller{}).Problems(); len(problems) != 4 || len(seller.Problems()) != 0 {
		t.Errorf("the seller: %+v", problems)
	}
}

func TestAnInvoiceGoesItsWay(t *testing.T) {
	t.Parallel()
	content := func(fee, vat string) tax.Content {
		c, _ := draft(fees("11", fee, vat)).Content()
		return c
	}
	export := func(c tax.Content) func(tax.InvoiceState) ([]domain.Event, error) {
		return func(s tax.InvoiceState) ([]domain.Event, error) {
			return tax.Export(s, tax.ExportCmd{Month: "2026-01", ClientID: 7, Content: c, Batch: noon, By: "admin:1", At: noon})
		}
	}
	approve := func(number, taxNumber string) func(tax.InvoiceState) ([]domain.Event, error) {
		return func(s tax.InvoiceState) ([]domain.Event, error) {
			return tax.Approve(s, tax.ApproveCmd{Number: number, TaxNumber: taxNumber, By: "admin:1", At: noon})
		}
	}
	one, two := content("1000.05", "110.03"), content("900", "99")
	exported := tax.Exported{
		Month: "2026-01", ClientID: 7, Version: 1, Content: one, Changed: []string{"FI-2026-01-7"}, Rounding: dec("-0.02"),
		Postings: ledger.Transfer(ledger.Equity, ledger.TaxRounding, dec("-0.02")), Batch: noon, By: "admin:1", At: noon,
	}
	again := exported
	again.Version, again.Content, again.Rounding = 2, two, dec("0")
	again.Postings = ledger.Transfer(ledger.Equity, ledger.TaxRounding, dec("0.02"))
	approved := tax.Approved{Month: "2026-01", ClientID: 7, Number: "FI-2026-01-7", TaxNumber: "04002600000000017", By: "admin:1", At: noon}
	rejected := tax.Rejected{Month: "2026-01", ClientID: 7, Number: "FI-2026-01-7", Reason: "the file is unreadable", By: "admin:1", At: noon}
	domaintest.Run(t, tax.Invoices, []domaintest.Case[tax.InvoiceState]{
		{Name: "exported", When: export(one), Then: []domain.Event{exported}},
		{Name: "the same again", Given: []domain.Event{exported}, When: export(one)},
		{Name: "no fees", When: export(tax.Content{})},
		{Name: "exported anew before the answer", Given: []domain.Event{exported}, When: export(two)},
		{Name: "exported anew after the refusal", Given: []domain.Event{exported, rejected}, When: export(two), Then: []domain.Event{again}},
		{Name: "replaced before the answer", Given: []domain.Event{exported, approved, tax.Replaced(again)}, When: export(one)},
		{Name: "the former number again", Given: []domain.Event{exported, approved, tax.Replaced(again)}, When: approve("FI-2026-01-7", "04002600000000017")},
		{Name: "no such document", Given: []domain.Event{exported}, When: approve("FI-2026-01-8", ""), Refused: "no_tax_document"},
		{Name: "a number of 16 digits", Given: []domain.Event{exported}, When: approve("FI-2026-01-7", "0400260000000001"), Refused: "invalid_field tax_number"},
		{Name: "a number of another code", Given: []domain.Event{exported}, When: approve("FI-2026-01-7", "08002600000000017"), Refused: "invalid_field tax_number"},
		{Name: "approved", Given: []domain.Event{exported}, When: approve("FI-2026-01-7", "04002600000000017"), Then: []domain.Event{approved}},
		{Name: "approved again", Given: []domain.Event{exported, approved}, When: approve("FI-2026-01-7", "04002600000000017")},
		{Name: "another number", Given: []domain.Event{exported, approved}, When: approve("FI-2026-01-7", "04002600000000018"), Refused: "tax_document_approved"},
		{Name: "replaced", Given: []domain.Event{exported, approved}, When: export(two), Then: []domain.Event{tax.Replaced(again)}},
	})
	answered := approved
	answered.TaxNumber = "04012600000000017"
	var s tax.InvoiceState
	for _, step := range []struct {
		event  domain.Event
		status string
	}{{exported, tax.StatusExported}, {approved, tax.StatusApproved}, {tax.Replaced(again), tax.StatusReplaced}, {answered, tax.StatusApproved}} {
		if s = tax.Invoices.Fold(s, step.event); s.Status() != step.status {
			t.Errorf("after %s: %s", step.event.EventType(), s.Status())
		}
	}
}

// What is dropped from an invoice and refused needs no cancellation, and comes back in a file of its own.
func TestADroppedDocumentThatWasRefusedComesBack(t *testing.T) {
	t.Parallel()
	c, _ := draft(fees("11", "100", "11"), fees("0", "500", "0")).Content()
	taxed, exempt := c, c
	taxed.Documents, exempt.Documents = c.Documents[:1], c.Documents[1:]
	var s tax.InvoiceState
	do := func(events []domain.Event, err error) {
		t.Helper()
		if err != nil || len(events) != 1 {
			t.Fatalf("%+v, %v", events, err)
		}
		s = tax.Invoices.Fold(s, events[0])
	}
	do(tax.Export(s, tax.ExportCmd{Month: "2026-01", ClientID: 7, Content: c, Batch: noon, At: noon}))
	do(tax.Export(s, tax.ExportCmd{Month: "2026-01", ClientID: 7, Content: taxed, Batch: noon.Add(time.Hour), At: noon}))
	if len(s.Dropped()) != 1 || !s.Awaits(c) {
		t.Errorf("dropped %+v", s.Dropped())
	}
	do(tax.Reject(s, tax.RejectCmd{Number: exempt.Documents[0].Number, Batch: noon, Reason: "unreadable", At: noon}))
	if len(s.Dropped()) != 0 || s.IsOutdated(taxed) || s.Awaits(c) {
		t.Errorf("after the refusal dropped %+v, outdated %t", s.Dropped(), s.IsOutdated(taxed))
	}
	do(tax.Export(s, tax.ExportCmd{Month: "2026-01", ClientID: 7, Content: c, Batch: noon.Add(2 * time.Hour), At: noon}))
	if !s.Awaits(tax.Content{Documents: []tax.Document{{Number: exempt.Documents[0].Number, Code: "08"}}}) {
		t.Error("the new file awaits no answer")
	}
}

func TestANumberOfTheTaxOfficeIsThatOfOneDocument(t *testing.T) {
	t.Parallel()
	claim := func(number string, at time.Time) tax.NumberClaimed {
		return tax.NumberClaimed{TaxNumber: "04002600000000017", Month: "2026-01", ClientID: 7, Number: number, At: at}
	}
	first := claim("FI-2026-01-7", noon)
	held := tax.Numbers.Fold(tax.NumberClaim{}, first)
	take := func(number string, lapsed tax.NumberClaim) func(tax.NumberClaim) ([]domain.Event, error) {
		return func(s tax.NumberClaim) ([]domain.Event, error) {
			return tax.ClaimNumber(s, claim(number, noon), lapsed)
		}
	}
	domaintest.Run(t, tax.Numbers, []domaintest.Case[tax.NumberClaim]{
		{Name: "free", When: take("FI-2026-01-7", tax.NumberClaim{}), Then: []domain.Event{first}},
		{Name: "its own", Given: []domain.Event{first}, When: take("FI-2026-01-7", tax.NumberClaim{})},
		{Name: "of another", Given: []domain.Event{first}, When: take("FI-2026-02-8", tax.NumberClaim{}), Refused: "tax_number_taken"},
		{Name: "left over", Given: []domain.Event{first}, When: take("FI-2026-02-8", held), Then: []domain.Event{claim("FI-2026-02-8", noon)}},
	})
	holder := tax.InvoiceState{FormerNumbers: map[string][]string{"FI-2026-01-7": {"04002600000000017"}}}
	later := noon.Add(2 * time.Hour)
	if held.Lapsed(tax.InvoiceState{}, noon.Add(time.Minute)) || !held.Lapsed(tax.InvoiceState{}, later) || held.Lapsed(holder, later) {
		t.Error("a claim lapses that should not, or does not that should")
	}
}

func TestAReplacementKeepsItsBuyer(t *testing.T) {
	t.Parallel()
	c, _ := draft(fees("11", "100", "11")).Content()
	next := draft(fees("11", "90", "9.9"))
	next.Client.Versions = append(next.Client.Versions, tax.Version{Data: tax.Data{Name: "Toko Ani"}, At: noon.Add(-time.Hour)})
	n, _ := next.Content()
	events, err := tax.Export(tax.InvoiceState{Version: 1, Content: c}, tax.ExportCmd{Content: n, At: noon})
	if err != nil || events[0].(tax.Exported).Content.Buyer.Name != "Toko Budi" {
		t.Errorf("%+v, %v", events, err)
	}

	c.Paper, n.Paper = "S-1", "S-2"
	events, err = tax.Export(tax.InvoiceState{Version: 1, Content: c}, tax.ExportCmd{Content: n, At: noon})
	if err != nil || events[0].(tax.Exported).Content.Paper != "S-1" {
		t.Errorf("the paper changed: %+v, %v", events, err)
	}
}

func TestWhatTheTaxOfficeRefusesIsExportedAnew(t *testing.T) {
	t.Parallel()
	const number = "FI-2026-01-7"
	later, last := noon.Add(time.Hour), noon.Add(2*time.Hour)
	var s tax.InvoiceState
	does := func(events []domain.Event, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			s = tax.Invoices.Fold(s, e)
		}
	}
	export := func(d tax.Draft, at time.Time) {
		t.Helper()
		c, _ := d.Content()
		does(tax.Export(s, tax.ExportCmd{Month: "2026-01", ClientID: 7, Content: c, Form: form, Batch: at, At: at}))
	}
	reject := func(batch time.Time) {
		t.Helper()
		does(tax.Reject(s, tax.RejectCmd{Number: number, Batch: batch, Reason: "NITKU", At: last}))
	}
	file := func(index, files int, replaces, buyer string) {
		t.Helper()
		if len(s.Files) != files || s.Files[index].Replaces != replaces || s.Files[index].Content.Buyer.Name != buyer {
			t.Errorf("file %d of %d: %+v", index, files, s.Files)
		}
	}
	export(draft(fees("11", "100", "11")), noon)
	reject(later) // of another file
	if s.Status() != tax.StatusExported {
		t.Error(s.Status())
	}
	reject(noon)
	reject(noon)
	if s.Status() != tax.StatusRejected || len(s.Rejected) != 1 || !s.IsFree() {
		t.Error(s.Status(), s.Rejected)
	}
	anew := draft(fees("11", "100", "11"))
	anew.Client.Versions[0].Name = "Toko Ani"
	export(anew, later)
	file(1, 2, "", "Toko Ani")
	reject(noon) // whose documents are in a later file
	if s.Status() != tax.StatusExported {
		t.Error(s.Status())
	}
	does(tax.Approve(s, tax.ApproveCmd{Number: number, TaxNumber: "04002600000000017"}))
	if _, err := tax.Reject(s, tax.RejectCmd{Number: number, Batch: later, Reason: "late"}); err == nil {
		t.Error("what has a number was refused")
	}
	// A replacement waits for its answer, and one after a refusal still replaces what has a number.
	export(draft(fees("11", "90", "9.9")), last)
	export(draft(fees("11", "80", "8.8")), last.Add(time.Hour))
	file(2, 3, "04002600000000017", "Toko Ani")
	reject(last)
	export(draft(fees("11", "80", "8.8")), last.Add(time.Hour))
	file(3, 4, "04002600000000017", "Toko Ani")
	export(draft(), last)
	if s.Status() != tax.StatusCancelled || len(s.Dropped()) != 1 || s.Dropped()[0] != (tax.Dropped{Number: number, TaxNumber: "04002600000000017"}) {
		t.Errorf("without fees: %s, %+v", s.Status(), s.Dropped())
	}
	does(tax.Approve(s, tax.ApproveCmd{Number: number, TaxNumber: "04002600000000025"})) // the last file's, which comes after
	if s.Status() != tax.StatusCancelled || s.Dropped()[0].TaxNumber != "04002600000000025" {
		t.Errorf("numbered without fees: %s, %+v", s.Status(), s.Dropped())
	}
}
