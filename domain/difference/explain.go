package difference

import (
	"gateway/domain/money"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// row explains the differences of a kind and problem. If here or there is set, the row applies only to those
// statuses.
type row struct {
	kind, problem string
	here, there   report.Status
	code          string
	meaning, next Words
}

// rows holds the words for every kind and problem. If several rows fit a difference, the first counts. A test
// fails if a kind and problem has no row.
func rows() []row {
	var all []row
	for _, of := range [][]row{paymentRows, payoutRows, reversalRows, feeRows, ownMoneyRows} {
		all = append(all, of...)
	}
	return all
}

// Codes returns the codes of all explanations; the code of Unexplained comes last.
func Codes() []string {
	var codes []string
	for _, r := range rows() {
		codes = append(codes, r.code)
	}
	return append(codes, unexplained)
}

// Explain explains a difference. Code is empty for an unknown kind or problem.
func Explain(d Difference) Explanation {
	for _, r := range rows() {
		if r.fits(d) {
			return Explanation{Code: r.code, Facts: facts(d), Meaning: r.meaning, Next: r.next, Subject: subject(d)}
		}
	}
	return Explanation{Facts: facts(d)}
}

func (r row) fits(d Difference) bool {
	is := func(wanted report.Status, s *Side) bool { return wanted == "" || s != nil && s.Status == wanted }
	return r.kind == d.Kind && r.problem == d.Problem && is(r.here, d.Here) && is(r.there, d.There)
}

// facts returns what each side records, and the effect on the money.
func facts(d Difference) Words {
	w := Words{
		Indonesian: "Catatan kami: " + side(d.Here, "tidak ada") + ". Penyedia: " + side(d.There, "tidak ada") + ".",
		English:    "Our log: " + side(d.Here, "nothing") + ". The provider: " + side(d.There, "nothing") + ".",
	}
	if !d.Effect.IsZero() {
		amount := money.Rupiah(d.Effect.Abs())
		w.Indonesian += " Karena ini uang di penyedia " + amount + pick(d.Effect, " lebih banyak", " lebih sedikit") + " daripada menurut catatan kami."
		w.English += " Because of it the provider holds " + amount + pick(d.Effect, " more", " less") + " than our log says."
	}
	return w
}

func pick(d decimal.Decimal, more, less string) string {
	if d.IsNegative() {
		return less
	}
	return more
}

func side(s *Side, nothing string) string {
	if s == nil {
		return nothing
	}
	return money.Rupiah(s.Amount) + ", " + string(s.Status)
}

const unexplained = "money_unexplained"

// Unexplained explains that the money at the provider is not what it should be, although the differences of
// the compared days don't account for it. Amount is in rupiah.
func Unexplained(amount decimal.Decimal) Explanation {
	text := money.Rupiah(amount.Abs())
	return Explanation{
		Code: unexplained,
		Facts: Words{
			Indonesian: "Uang di penyedia " + text + pick(amount, " lebih banyak", " lebih sedikit") + " daripada yang dijelaskan hari yang dibandingkan.",
			English:    "The provider holds " + text + pick(amount, " more", " less") + " than the days that were compared explain.",
		},
		Meaning: Words{
			Indonesian: "Persamaan ini berlaku sepanjang waktu, jadi sebabnya ada pada hari lain, atau pada sesuatu yang terjadi selama perbandingan.",
			English:    "The equation is of all time, so the cause lies on another day, or in what happened during the comparison.",
		},
		Next: Words{
			Indonesian: "Bandingkan lagi beberapa menit kemudian, lalu hari-hari lain. Perintah gateway audit reconcile --from --to membandingkan banyak hari sekaligus.",
			English:    "Compare again some minutes later, then other days. The command gateway audit reconcile --from --to compares many days at once.",
		},
	}
}
