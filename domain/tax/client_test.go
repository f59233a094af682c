package tax_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/tax"
)

var noon = time.Date(2026, 1, 31, 5, 0, 0, 0, time.UTC)

func TestChangeData(t *testing.T) {
	t.Parallel()
	change := func(d tax.Data) func(tax.Client) ([]domain.Event, error) {
		return func(s tax.Client) ([]domain.Event, error) { return tax.ChangeData(s, 7, d, "client:7", noon) }
	}
	changed := func(d tax.Data) []domain.Event {
		return []domain.Event{tax.DataChanged{ClientID: 7, Data: d, By: "client:7", At: noon}}
	}
	whole := tax.Data{Name: "Toko Budi", NPWP: "0123456789012345", NITKU: "0123456789012345000001", Address: "Jl. Melati 1", Email: "budi@toko.example"}
	domaintest.Run(t, tax.Clients, []domaintest.Case[tax.Client]{
		{Name: "an NPWP of 14 digits", When: change(tax.Data{NPWP: "12345678901234"}), Refused: "invalid_field npwp"},
		{Name: "an NPWP of 17 digits", When: change(tax.Data{NPWP: "12345678901234567"}), Refused: "invalid_field npwp"},
		{Name: "an NPWP with a letter", When: change(tax.Data{NPWP: "012345678901234x"}), Refused: "invalid_field npwp"},
		{Name: "a NIK of 15 digits", When: change(tax.Data{NIK: "123456789012345"}), Refused: "invalid_field nik"},
		{Name: "a NIK of 17 digits", When: change(tax.Data{NIK: "12345678901234567"}), Refused: "invalid_field nik"},
		{Name: "a NITKU of 21 digits", When: change(tax.Data{NITKU: "012345678901234500000"}), Refused: "invalid_field nitku"},
		{Name: "a NITKU of 23 digits", When: change(tax.Data{NITKU: "01234567890123450000000"}), Refused: "invalid_field nitku"},
		{Name: "no address for mail", When: change(tax.Data{Email: "budi"}), Refused: "invalid_field email"},
		{Name: "an NPWP of zeros", When: change(tax.Data{NPWP: "0000000000000000"}), Refused: "invalid_field npwp"},
		{Name: "a NIK of zeros", When: change(tax.Data{NIK: "0000000000000000"}), Refused: "invalid_field nik"},
		{Name: "a NITKU of another NPWP", When: change(tax.Data{NPWP: "0123456789012345", NITKU: "9999999999999999000000"}), Refused: "invalid_field nitku"},
		{Name: "a former NPWP", When: change(tax.Data{NPWP: "12.345.678.9-012.345"}), Then: changed(tax.Data{
			NPWP: "0123456789012345", NITKU: "0123456789012345000000",
		})},
		{Name: "all of it", When: change(whole), Then: changed(whole)},
		{Name: "the same again", Given: changed(whole), When: change(whole)},
	})
}

func TestSetExemption(t *testing.T) {
	t.Parallel()
	set := func(from, paper string) func(tax.Client) ([]domain.Event, error) {
		return func(s tax.Client) ([]domain.Event, error) {
			return tax.SetExemption(s, 7, tax.Exemption{From: from, Paper: paper}, "admin:1", noon)
		}
	}
	was := []domain.Event{tax.ExemptionSet{ClientID: 7, Exemption: tax.Exemption{From: "2026-02-01", Paper: "S-1"}, By: "admin:1", At: noon}}
	domaintest.Run(t, tax.Clients, []domaintest.Case[tax.Client]{
		{Name: "no day", When: set("2026-02-30", "S-1"), Refused: "invalid_field exempt_from"},
		{Name: "no paper", When: set("2026-02-01", ""), Refused: "invalid_field exemption_paper"},
		{Name: "from a day on", When: set("2026-02-01", "S-1"), Then: was},
		{Name: "the same again", Given: was, When: set("2026-02-01", "S-1")},
		{Name: "none that could end", When: set("", "S-1")},
		{Name: "its end", Given: was, When: set("", ""), Then: []domain.Event{tax.ExemptionSet{ClientID: 7, By: "admin:1", At: noon}}},
	})
}

func TestAnExemptionBeginsOnItsDay(t *testing.T) {
	t.Parallel()
	s := tax.Client{Exemptions: []tax.Exemption{{From: "2026-02-01"}}}
	if s.IsExempt("2026-01-31") || !s.IsExempt("2026-02-01") || (tax.Client{}).IsExempt("2026-02-01") {
		t.Error("the exemption does not begin on its day")
	}
}

// A renewal does not end the exemption before it, and an invoice names the paper of its month.
func TestARenewedExemptionStaysInForceUntilItsRenewal(t *testing.T) {
	t.Parallel()
	var s tax.Client
	set := func(from, paper string) {
		s = tax.Clients.Fold(s, tax.ExemptionSet{ClientID: 7, Exemption: tax.Exemption{From: from, Paper: paper}})
	}
	set("2026-01-01", "A")
	set("2027-01-01", "B")
	set("2027-01-01", "B2") // a slip of the pen is corrected
	if !s.IsExempt("2026-12-31") || s.IsExempt("2025-12-31") || len(s.Exemptions) != 2 {
		t.Errorf("a renewal ends what it renews: %+v", s.Exemptions)
	}
	papers := func() string {
		return s.PaperOn("2025-12-31") + " " + s.PaperOn("2026-06-30") + " " + s.PaperOn("2027-01-31")
	}
	if papers() != " A B2" || s.Exemption("2026-12-31").Paper != "A" || s.Exemption("2025-12-31").Paper != "A" {
		t.Errorf("papers %s", papers())
	}
	set("", "")
	if s.IsExempt("2027-01-31") || papers() != " A B2" {
		t.Errorf("after the end: papers %s, %+v", papers(), s.Exemptions)
	}
	set("2027-01-15", "C")
	if papers() != " A C" {
		t.Errorf("after a new one: papers %s", papers())
	}
}

func TestAnInvoiceHasTheDataOfTheClosingOrTheFirstCompleteData(t *testing.T) {
	t.Parallel()
	data := func(name, npwp string) tax.Data { return tax.Data{Name: name, NPWP: npwp, Address: "Jl. Melati 1"} }
	s := tax.Client{Versions: []tax.Version{
		{Data: data("first", ""), At: noon},
		{Data: data("second", "0123456789012345"), At: noon.Add(time.Hour)},
		{Data: data("third", "0123456789012345"), At: noon.Add(2 * time.Hour)},
	}}
	for after, want := range map[time.Duration]string{0: "second", time.Hour: "second", 90 * time.Minute: "second", 2 * time.Hour: "third", time.Minute: "second"} {
		if got := s.DataAt(noon.Add(after)); got.Name != want {
			t.Errorf("closed %s later: %s, want %s", after, got.Name, want)
		}
	}
}
