package words_test

import (
	"regexp"
	"strings"
	"testing"

	"gateway/domain/bankstatement"
	"gateway/domain/words"
)

// english finds words that no Indonesian text has.
var english = regexp.MustCompile(`(?i)\b(the|is|are|line|file|must|has|no|of|was|but|amount|balance|before)\b`)

// Each file is wrong in its own way. What is quoted from the file stays as it is, whatever it looks like.
func TestWhatIsWrongWithAFileOfABankIsSaidInIndonesian(t *testing.T) {
	t.Parallel()
	const header = "Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n"
	const begin, end = ":20:X\n:25:77\n:60F:C251102IDR1000,\n", ":62F:C251103IDR1100,\n"
	for _, content := range []string{
		"", "x\x00", "\xff", "Bank Mandiri\nTanggal;Uraian\n", "a,b\n", header, header + "03/11/2025,A,,5,CR,5\n03/11/2025,B,,5,CR,11\n",
		header + "x; line 2: \"\"y,A,,5,CR,5\n", header + "03/11,A,,5,CR,5\n", header + "03/11/2025,A,,5,CR,5\n02/11/2025,B,,5,CR,10\n04/11/2025,B,,5,CR,15\n",
		header + "03/11/2025,A,,x,CR,y\n", header + "03/11/2025,A,,0,CR,5\n", header + "03/11/2025,A,,5,,5\n", header + "03/11/2999,A,,5,CR,5\n",
		header + "03/11/2025,A,,5,CR,5\nSaldo Akhir : 7\n", header + "PEND,A,,5,CR,\n", header + "03/11/2025,A,,5,CR,\n",
		header + "03/11/2025," + strings.Repeat("A", 2000) + ",,5,CR,5\n", "Mata uang : USD\n" + header + "03/11/2025,A,,5,CR,5\n",
		"Periode : x\n" + header + "03/11/2025,A,,5,CR,5\n", "Periode : 01/10/2025 - 31/10/2025\n" + header + "03/11/2025,A,,5,CR,5\n",
		"No. rekening : ?\n" + header + "03/11/2025,A,,5,CR,5\n", "No. rekening : 78\n" + header + "03/11/2025,A,,5,CR,5\n", header + "\"",
		strings.Replace(begin, "IDR", "EUR", 1) + end, strings.Replace(begin, "IDR", "", 1) + end, begin + ":61:x\n" + end, begin + ":61:251103C100,NTRFa\n" + ":62F:C251103IDR1,\n",
		":20:X\n:60F:C251102IDR1000,\n" + end, ":20:X\n:25:77\n:61:251103C100,NTRFa\n", strings.Replace(begin, "251102", "259902", 1) + end,
		begin + ":61:259903C100,NTRFa\n" + end, begin + ":61:251103C1x0,NTRFa\n" + end, begin + ":61:251103C100,NTRFa\n" + end + begin + ":61:251103C100,NTRFa\n" + end,
	} {
		_, _, problems := bankstatement.Parse([]byte(content), bankstatement.Options{Account: "77", Today: "2026-01-01"})
		if len(problems) == 0 {
			continue // some banks write so
		}
		for _, p := range problems {
			said := words.FieldProblem(words.Indonesian, p.String()+"; "+p.String())
			quoted := regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).ReplaceAllString(said, "")
			if rest := english.FindString(quoted); rest != "" {
				t.Errorf("%q has the English word %q: %s", p, rest, said)
			}
		}
	}
	for _, conflict := range []string{
		`"a.csv" and "b.csv" contradict each other on 2026-01-30: one goes from 0.00 to 5.00 in 1 lines, the other from 0.00 to 6.00 in 2 lines, 0 of them the same`,
		`"b" repeats lines of 2026-01-30 that came in "a", and may mean those or more: import a file that has the day before and the day after too`,
		`"b" has a line of 5.00 with the value date 2026-01-30 on 2026-01-31, and a former file had it on 2026-01-30`,
		`2026-01-30 of account 77 came as mt940, in "a": "b" is bca_csv, and a day has one format`,
	} {
		if said, ok := words.Detail(conflict); !ok || english.MatchString(said) || !strings.Contains(said, "2026-01-30") {
			t.Errorf("%q is said as %q", conflict, said)
		}
	}
	if said := words.FieldProblem(words.Indonesian, "line 2: is something new"); said != "line 2: is something new" {
		t.Error(said)
	}
}
