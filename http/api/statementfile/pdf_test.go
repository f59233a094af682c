package statementfile_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"gateway/domain/balance"
	"gateway/domain/brand"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/statement"
	"gateway/domain/tax"
	"gateway/domain/words"
	"gateway/http/api/statementfile"
	"gateway/http/service/balanceservice"
	"gateway/projections/audit/books"
	"gateway/test/rupiah"
)

var wib = time.FixedZone("Asia/Jakarta", 7*60*60)

// january is the statement of a shop that received one payment and made one withdrawal.
func january() statementfile.Printed {
	paid := statement.Amounts{Gross: rupiah.Of("1000000"), Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("995560")}
	out := statement.Amounts{Gross: rupiah.Of("-50000"), Fee: rupiah.Of("4504.5"), VAT: rupiah.Of("495.5"), Net: rupiah.Of("-55000")}
	var totals statement.Totals
	totals.Add("balance.credited", paid)
	totals.Add("payout.completed", out)
	rate := rupiah.Of("11.5")
	at := time.Date(2026, 1, 5, 3, 4, 0, 0, time.UTC)
	return statementfile.Printed{
		Month: books.Month{
			ClientID: 42, Name: "PT Maju Ćiptą", Month: "2026-01", Complete: true,
			From:    time.Date(2025, 12, 31, 17, 0, 0, 0, time.UTC),
			To:      time.Date(2026, 1, 31, 16, 59, 59, 999_999_999, time.UTC),
			Opening: books.Balances{Balance: rupiah.Of("100"), Available: rupiah.Of("100")},
			Closing: books.Balances{Balance: rupiah.Of("940660"), Available: rupiah.Of("940660")},
			Lines:   totals.Lines(), Total: totals.Sum(),
			VATRates: []statement.VATRateTotal{{VATRate: &rate, Count: 2, Fee: rupiah.Of("8504.5"), VAT: rupiah.Of("935.5")}},
		},
		Changes: []statementfile.Change{
			{
				Change: books.Change{Movement: books.Movement{At: at, Reference: "INV-42-1", BalanceAfter: rupiah.Of("995660")}, Line: statement.Payments, Amounts: paid},
				Order:  books.Order{ExternalID: "ORDER-7", Channel: "BCA"},
			},
			{Change: books.Change{
				Movement: books.Movement{At: at.Add(24 * time.Hour), Of: balance.Withdrawal, Reference: strings.Repeat("W", 255), BalanceAfter: rupiah.Of("940660")},
				Line:     statement.Payouts, Amounts: out,
			}},
		},
		Log:      balanceservice.LogAt{Events: 1234},
		Taken:    map[string]statement.Sum{payment.Refund: {Count: 1, Amounts: statement.Amounts{Gross: rupiah.Of("-2000"), Net: rupiah.Of("-2000")}}},
		Language: words.Indonesian, Zone: wib, At: time.Date(2026, 2, 1, 2, 0, 0, 0, time.UTC),
	}
}

var (
	stream = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	shown  = regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\) ?Tj`)
)

// textOf returns the texts of a PDF file by page: the strings of its content in UTF-16, each on a line.
func textOf(t *testing.T, s statementfile.Printed) (pages []string) {
	t.Helper()
	var file bytes.Buffer
	if err := s.PDF(&file); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(file.Bytes(), []byte("%PDF-1.")) {
		t.Fatalf("it begins with %q", file.Bytes()[:8])
	}
	for _, match := range stream.FindAllSubmatch(file.Bytes(), -1) {
		unpacked, err := zlib.NewReader(bytes.NewReader(match[1]))
		if err != nil {
			continue
		}
		content, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, found := range shown.FindAllSubmatch(content, -1) {
			lines = append(lines, decode(found[1]))
		}
		if len(lines) > 0 {
			pages = append(pages, strings.Join(lines, "\n"))
		}
	}
	return pages
}

// decode undoes the escapes of a PDF string, and reads it as UTF-16.
func decode(raw []byte) string {
	var plain []byte
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c == '\\' && i+1 < len(raw) {
			i++
			c = raw[i]
			if c == 'r' {
				c = '\r'
			}
		}
		plain = append(plain, c)
	}
	var units []uint16
	for i := 0; i+1 < len(plain); i += 2 {
		units = append(units, uint16(plain[i])<<8|uint16(plain[i+1]))
	}
	return string(utf16.Decode(units))
}

func TestAPrintedStatementSaysWhatTheStatementSays(t *testing.T) {
	t.Parallel()
	indonesian, english := january(), january()
	english.Language = words.English
	for _, c := range []struct {
		printed statementfile.Printed
		want    []string
	}{
		{indonesian, []string{
			"Rekening koran", "PT Maju Ćiptą", "Klien 42", "Periode: Januari 2026 (1 Januari 2026 00:00 WIB - 31 Januari 2026 23:59 WIB)",
			"Saldo awal", "100,00", "Pembayaran pelanggan", "1.000.000,00", "4.000,00", "440,00", "995.560,00",
			"Penarikan dan settlement", "-50.000,00", "4.504,50", "495,50", "-55.000,00", "Saldo akhir", "940.660,00",
			"Biaya dan PPN menurut tarif", "11,5 %", "8.504,50", "935,50", "Pembayaran yang ditarik kembali", "Refund", "-2.000,00",
			"Mutasi yang mengubah saldo", "5 Januari 2026", "10:04", "ORDER-7", "BCA", "6 Januari 2026", "Penarikan", "Cara memeriksa",
			"Pada akhir bulan ini log berisi 1.234 peristiwa, dengan akar Merkle AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=.", "Halaman 1 dari 1",
		}},
		{english, []string{
			"Statement of account", "Client 42", "Opening balance", "Customers' payments", "1,000,000.00", "11.5 %", "6 January 2026", "Withdrawal", "Closing balance", "940,660.00", "Page 1 of 1",
		}},
	} {
		pages := textOf(t, c.printed)
		if len(pages) != 1 {
			t.Fatalf("%d pages", len(pages))
		}
		for _, want := range c.want {
			if !strings.Contains(pages[0]+"\n", want+"\n") {
				t.Errorf("%q is missing in\n%s", want, pages[0])
			}
		}
		if strings.Contains(pages[0], "berakhir") || strings.Contains(pages[0], "Hanya") {
			t.Errorf("it warns of a month that is over and whole:\n%s", pages[0])
		}
	}
}

func TestAPrintedStatementSaysThatItIsNotFinishedOrNotWhole(t *testing.T) {
	t.Parallel()
	s := january()
	s.Month.Complete, s.Month.Total.Count = false, 5_123
	for range 300 {
		s.Changes = append(s.Changes, s.Changes[0])
	}
	pages := textOf(t, s)
	all := strings.Join(pages, "\n")
	for _, want := range []string{
		"Sementara: bulan ini belum berakhir", "Hanya 302 dari 5.123 mutasi dicetak; berkas CSV memuat semuanya.",
		fmt.Sprintf("Halaman 2 dari %d", len(pages)),
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for i, page := range pages[1:] {
		if !strings.HasPrefix(page, "Jam\nJenis\nNomor pesanan") {
			t.Errorf("page %d has no heading: %.60q", i+2, page)
		}
	}
}

// closing is that of the month of january.
func closing(s statementfile.Printed) *period.Closed {
	return &period.Closed{
		Month: "2026-01", TimeZone: "Asia/Jakarta", From: s.Month.From, Until: s.Month.To.Add(1),
		Checkpoint: "payment-gateway-log\n1234\nAAAA=\n\n\u2014 gateway Signature\n",
	}
}

func TestAPrintedStatementNamesBothPartiesAndTheClosing(t *testing.T) {
	t.Parallel()
	for language, want := range map[words.Language][]string{
		words.Indonesian: {
			"Diterbitkan oleh PT Gateway, Jl. Sudirman 1, Jakarta", "PT Toko Maju Bersama", "Alamat: Jl. Melati 1, Bandung", "NPWP: 0123456789012345",
			"Klien 42, PT Maju Ćiptą", "Bulan ini sudah ditutup, dengan checkpoint berikut:", "payment-gateway-log", "1234", "AAAA=",
			"\u2014 gateway Signature", "Tanda tangan berkas ini: statement-42-2026-01.pdf.sig, dari halaman yang sama atau GET /me/statement.sig; openssl memeriksanya.",
		},
		words.English: {
			"Issued by PT Gateway, Jl. Sudirman 1, Jakarta", "PT Toko Maju Bersama", "Address: Jl. Melati 1, Bandung", "Tax number (NPWP): 0123456789012345",
			"Client 42, PT Maju Ćiptą", "This month is closed, with this checkpoint:", "payment-gateway-log",
			"This file's signature: statement-42-2026-01.pdf.sig, from the same page or GET /me/statement.sig; openssl checks it.",
			"Fees and VAT by rate", "8,504.50", "935.50", "Payments that were taken back", "-2,000.00", "5 January 2026", "ORDER-7", "BCA",
		},
	} {
		s := january()
		s.Language, s.Month.Span.Closed = language, closing(s)
		s.Issuer = tax.Seller{Name: "PT Gateway", Address: "Jl. Sudirman 1, Jakarta"}
		s.Holder = tax.Data{Name: "PT Toko Maju Bersama", NPWP: "0123456789012345", Address: "Jl. Melati 1, Bandung"}
		all := strings.Join(textOf(t, s), "\n") + "\n"
		for _, line := range want {
			if !strings.Contains(all, line+"\n") {
				t.Errorf("%s: %q is missing in\n%s", language, line, all)
			}
		}
	}
}

func TestAPrintedStatementWithoutTaxDataSaysSo(t *testing.T) {
	t.Parallel()
	s := january()
	s.Month.Span.Closed = nil
	all := strings.Join(textOf(t, s), "\n") + "\n"
	if !strings.Contains(all, "PT Maju Ćiptą\nNPWP: -\nKlien 42\n") || strings.Contains(all, "Alamat") ||
		strings.Contains(all, "Diterbitkan") || strings.Contains(all, "ditutup") {
		t.Error(all)
	}
}

func TestALongNameAndAddressWrap(t *testing.T) {
	t.Parallel()
	s := january()
	s.Holder = tax.Data{
		Name: strings.TrimSpace(strings.Repeat("Persero Terbatas Sejahtera ", 12)), Address: strings.Repeat("Blok", 80) + " RT 1 RW 2 Ujung",
	}
	all := strings.Join(textOf(t, s), "\n")
	flat := strings.NewReplacer("\n", "", " ", "").Replace(all)
	for _, whole := range []string{s.Holder.Name, s.Holder.Address} {
		if !strings.Contains(flat, strings.ReplaceAll(whole, " ", "")) {
			t.Errorf("%q is not whole in\n%s", whole, all)
		}
	}
	if cut := strings.Count(all, "\u2026"); cut != 1 { // the reference of the withdrawal
		t.Errorf("%d texts are cut:\n%s", cut, all)
	}
}

// Texts of people are shown as plain text.
func TestAPrintedStatementShowsTextsOfPeopleAsText(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		`=1+1 \) Tj (<b>&amp;`: `=1+1 \) Tj (<b>&amp;`,
		"a\u202eb\u009bc\x00":  "abc",
		"a\nb\tc":              "a b c",
		"cafe\u0301":           "caf\u00e9",
		"{pages} of {pages}":   "(pages) of (pages)",
	} {
		s := january()
		s.Month.Name, s.Changes[0].Order.ExternalID = said, said
		if all := strings.Join(textOf(t, s), "\n") + "\n"; strings.Count(all, "\n"+want+"\n") != 2 {
			t.Errorf("%q is not shown as %q twice:\n%s", said, want, all)
		}
	}
}

func TestAPrintedStatementWithoutMovementsSaysSo(t *testing.T) {
	t.Parallel()
	s := january()
	s.Changes, s.Month.Lines, s.Month.Total = nil, statement.Totals{}.Lines(), statement.Sum{}
	if all := strings.Join(textOf(t, s), "\n"); !strings.Contains(all, "Tidak ada mutasi pada bulan ini.") {
		t.Error(all)
	}
}

// The signature is made of the file as it is printed a second time.
func TestTheFileOfAMonthThatIsOverIsAlwaysTheSame(t *testing.T) {
	t.Parallel()
	month := january()
	month.At = time.Time{}
	first := printed(t, month)
	for range 10 {
		if again := printed(t, month); !bytes.Equal(again, first) {
			t.Fatal("it is printed otherwise")
		}
	}
	month.Month.Name += "x"
	if bytes.Equal(printed(t, month), first) {
		t.Error("another statement is the same file")
	}
}

func printed(t *testing.T, s statementfile.Printed) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := s.PDF(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestAStatementShowsTheBrandOfTheOperator(t *testing.T) {
	t.Parallel()
	s := january()
	plain := strings.Join(textOf(t, s), "\n")
	s.Brand = brand.Brand{Name: "Bayarin", Legal: "PT Bayar Indonesia, berizin", Contact: "021 555 0100"}
	pages := textOf(t, s)
	for _, says := range []string{"Bayarin\n", "PT Bayar Indonesia, berizin · 021 555 0100"} {
		if !strings.Contains(pages[0], says) || strings.Contains(plain, says) {
			t.Errorf("%q is missing, or there without a brand:\n%s", says, pages[0])
		}
	}
	same := func() string {
		var file bytes.Buffer
		if err := s.PDF(&file); err != nil {
			t.Fatal(err)
		}
		return file.String()
	}
	if first, again := same(), same(); first != again {
		t.Error("the same statement and brand give other bytes")
	}
}
