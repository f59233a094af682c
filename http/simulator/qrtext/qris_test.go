package qrtext_test

import (
	"errors"
	"strings"
	"testing"

	"gateway/http/simulator/qrtext"
	"gateway/http/simulator/qrtext/qristest"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

const vector = "00020101021226690017ID.CO.EXAMPLE.WWW011893600999000000001902150000000000000010303UMI" +
	"51440014ID.CO.QRIS.WWW0215ID10000000000010303UMI5204599953033605405250005802ID5911TOKO CONTOH" +
	"6007JAKARTA61051011062180507INV00010703A01630423F0"

var vectorFields = qrtext.Fields{
	Domain: "ID.CO.EXAMPLE.WWW", PAN: "936009990000000019", MerchantID: "000000000000001", Criteria: "UMI",
	NMID: "ID1000000000001", MCC: "5999", Amount: decimal.NewFromInt(25000),
	Name: "TOKO CONTOH", City: "JAKARTA", PostalCode: "10110", Reference: "INV0001", Terminal: "A01",
}

func TestCRCGivesTheCheckValueOfItsAlgorithm(t *testing.T) {
	if got := qrtext.CRC("123456789"); got != 0x29B1 {
		t.Fatalf("CRC = %04X, want 29B1", got)
	}
}

func TestBuildGivesTheVector(t *testing.T) {
	got, err := qrtext.Build(vectorFields)
	if err != nil || got != vector {
		t.Fatalf("Build = %q, %v\nwant    %q", got, err, vector)
	}
}

func TestParseReadsTheVector(t *testing.T) {
	got, err := qristest.Parse(vector)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(vectorFields, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestAnAmountHasDecimalsOnlyIfItIsNotWhole(t *testing.T) {
	for amount, want := range map[string]string{"1": "54011", "25000.00": "540525000", "100.5": "5406100.50", "1e3": "54041000"} {
		f := vectorFields
		f.Amount = decimal.RequireFromString(amount)
		text, err := qrtext.Build(f)
		if err != nil || !strings.Contains(text, "5303360"+want+"5802") {
			t.Errorf("%s: %q, %v, want tag %s", amount, text, err, want)
		}
	}
}

func TestBuildRefusesMalformedFields(t *testing.T) {
	for name, spoil := range map[string]func(*qrtext.Fields){
		"amount zero":           func(f *qrtext.Fields) { f.Amount = decimal.Zero },
		"amount below zero":     func(f *qrtext.Fields) { f.Amount = decimal.NewFromInt(-1) },
		"three decimals":        func(f *qrtext.Fields) { f.Amount = decimal.RequireFromString("1.005") },
		"fourteen digits":       func(f *qrtext.Fields) { f.Amount = decimal.RequireFromString("12345678901234") },
		"name of 26":            func(f *qrtext.Fields) { f.Name = strings.Repeat("A", 26) },
		"no name":               func(f *qrtext.Fields) { f.Name = "" },
		"name with a newline":   func(f *qrtext.Fields) { f.Name = "A\nB" },
		"name beyond ASCII":     func(f *qrtext.Fields) { f.Name = "Café" },
		"city of 16":            func(f *qrtext.Fields) { f.City = strings.Repeat("A", 16) },
		"PAN with a letter":     func(f *qrtext.Fields) { f.PAN = "93600999000000001X" },
		"NMID without its ID":   func(f *qrtext.Fields) { f.NMID = "1000000000001" },
		"unknown criteria":      func(f *qrtext.Fields) { f.Criteria = "BIG" },
		"MCC of three":          func(f *qrtext.Fields) { f.MCC = "599" },
		"reference of 26":       func(f *qrtext.Fields) { f.Reference = strings.Repeat("1", 26) },
		"merchant id beyond 15": func(f *qrtext.Fields) { f.MerchantID = strings.Repeat("1", 16) },
	} {
		f := vectorFields
		spoil(&f)
		if text, err := qrtext.Build(f); err == nil {
			t.Errorf("%s: built %q", name, text)
		}
	}
}

func TestParseRefusesAnyChangedCharacter(t *testing.T) {
	for i := range len(vector) {
		changed := vector[:i] + string(vector[i]^1) + vector[i+1:]
		if _, err := qristest.Parse(changed); err == nil {
			t.Fatalf("took %q, changed at %d", changed, i)
		}
	}
}

func TestParseRefusesBrokenTexts(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "cut short": vector[:40], "without checksum": vector[:len(vector)-8],
		"no number as length": "00+101", "tag twice": "000201000201",
	} {
		if _, err := qristest.Parse(text); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, err := qristest.Parse(vector[:len(vector)-1] + "1"); !errors.Is(err, qristest.ErrCRC) {
		t.Errorf("wrong checksum: %v", err)
	}
}

func TestEveryBuiltCodeIsReadBackUnchanged(t *testing.T) {
	name, city := rapid.StringMatching(`[ -~]{1,25}`), rapid.StringMatching(`[ -~]{1,15}`)
	rapid.Check(t, func(t *rapid.T) {
		f := vectorFields
		f.Amount = decimal.New(rapid.Int64Range(1, 999_999_999_999).Draw(t, "sen"), -2)
		f.Name, f.City = name.Draw(t, "name"), city.Draw(t, "city")
		f.Reference = rapid.StringMatching(`[ -~]{0,25}`).Draw(t, "reference")
		f.NMID = rapid.SampledFrom([]string{"", "ID1020000000001"}).Draw(t, "nmid")
		built, err := qrtext.Build(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := qristest.Parse(built)
		if err != nil {
			t.Fatalf("%q: %v", built, err)
		}
		if diff := cmp.Diff(f, got); diff != "" {
			t.Fatal(diff)
		}
	})
}
