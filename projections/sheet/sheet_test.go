package sheet_test

import (
	"strings"
	"testing"

	"gateway/projections/sheet"
)

func TestNoCellIsAFormula(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"":                        "",
		"Toko Sari":               "Toko Sari",
		"a=b":                     "a=b",
		"a-b@c.example+d":         "a-b@c.example+d",
		"0":                       "0",
		"-15000.50":               "-15000.50",
		"-1-1":                    "'-1-1",
		"-1.":                     "'-1.",
		"=1+1":                    "'=1+1",
		"+62812345":               "'+62812345",
		"-cmd|' /C calc'!A0":      "'-cmd|' /C calc'!A0",
		"@SUM(A1)":                "'@SUM(A1)",
		"\t=1+1":                  "'\t'=1+1",
		"\r=1+1":                  "'\r'=1+1",
		"\n=1+1":                  "'\n'=1+1",
		"\uff1d1+1":               "'\uff1d1+1",
		"- a\r\nb":                "'- a\r\nb",
		"x;=1+1":                  "x;'=1+1",
		"a line\n=1+1\nand ;-2+3": "a line\n'=1+1\nand ;'-2+3",
		" =1":                     " '=1",
		"\u200b\ufeff=1":          "\u200b\ufeff'=1",
		"2026-01-05T03:04:00Z":    "2026-01-05T03:04:00Z",
		"client:7:available=-5":   "client:7:available=-5",
	} {
		if got := sheet.Cell(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}

func TestEveryRowOfAFileIsSafe(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	w := sheet.NewWriter(&out)
	if err := w.Write([]string{"=1", "a,b", `say "hi"`}); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteAll([][]string{{"-5", "@x"}}); err != nil || w.Error() != nil {
		t.Fatal(err)
	}
	if want := "'=1,\"a,b\",\"say \"\"hi\"\"\"\n-5,'@x\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
