package why

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/words"
	"gateway/test/rupiah"
)

var part = regexp.MustCompile(`\{[a-z]+\}`)

func TestEveryCodeHasWordsInBothLanguages(t *testing.T) {
	t.Parallel()
	codes := Codes()
	for _, code := range codes {
		p := words.Reasons[string(code)]
		if p.Indonesian == "" || p.English == "" || p.Indonesian == p.English {
			t.Errorf("%s lacks words", code)
		}
		parts := func(text string) []string {
			all := part.FindAllString(text, -1)
			slices.Sort(all)
			return all
		}
		if !slices.Equal(parts(p.Indonesian), parts(p.English)) {
			t.Errorf("%s has other parts in Indonesian than in English", code)
		}
		r := Reason{Code: code, Event: Place{At: noon, Type: "payment.paid.v1"}}
		for _, in := range []words.Language{words.Indonesian, words.English} {
			if text := r.Text(in, calendar.Calendar{}); part.MatchString(text) {
				t.Errorf("%s has a part that nothing fills: %s", code, text)
			}
		}
	}
	if len(words.Reasons) != len(codes) {
		t.Errorf("%d phrases for %d codes", len(words.Reasons), len(codes))
	}
	slices.Sort(codes)
	if len(slices.Compact(codes)) != len(words.Reasons) {
		t.Error("a code is listed twice")
	}
}

func TestEveryCodeOfAMerchantIsOneThatMerchantsSee(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		if k.merchant == "" {
			continue
		}
		shown, _ := find(k.merchant)
		if shown.merchant != k.merchant || k.code.Waits() != k.merchant.Waits() {
			t.Errorf("%s is shown to merchants as %s", k.code, k.merchant)
		}
	}
}

func TestTextsCountInTheSingularAndInThePlural(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code  Code
		count int
		in    words.Language
		want  string
	}{
		{CallbackRetry, 1, words.English, "The callback failed once; it is tried again at 2026-01-02 12:00 WIB (callbacks/cb_1)."},
		{CallbackRetry, 2, words.English, "The callback failed 2 times; it is tried again at 2026-01-02 12:00 WIB (callbacks/cb_1)."},
		{CallbackRetry, 1, words.Indonesian, "Callback gagal 1 kali; dicoba lagi pada 2026-01-02 12:00 WIB (callbacks/cb_1)."},
		{CallbackGivenUp, 1, words.English, "The callback failed once and is given up since -; it can be sent again (callbacks/cb_1)."},
		{CallbackGivenUp, 9, words.Indonesian, "Callback gagal 9 kali dan tidak dicoba lagi sejak -; dapat dikirim ulang (callbacks/cb_1)."},
	} {
		r := Reason{Code: c.code, About: "callbacks/cb_1", Count: c.count, Until: noon}
		if got := r.Text(c.in, calendar.Calendar{}); got != c.want {
			t.Errorf("%s instead of %s", got, c.want)
		}
	}
}

func TestTextsNameAmountsAndTimesAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	amount, expected := rupiah.Of("150000"), rupiah.Of("1000.5")
	r := Reason{Code: WrongAmount, About: "suspense/5", Amount: &amount, Expected: &expected}
	if got := r.Text(words.English, calendar.Calendar{}); got != "Rp150.000 was paid instead of Rp1.000,50; the money is under review (suspense/5)." {
		t.Error(got)
	}
	r = Reason{Code: NotPaid, Amount: &amount, Until: noon}
	if got := r.Text(words.Indonesian, calendar.Calendar{}); got != "Pelanggan belum membayar Rp150.000; pembayaran dapat dilakukan sampai 2026-01-02 12:00 WIB." {
		t.Error(got)
	}
	for zone, want := range map[*time.Location]string{
		time.FixedZone("", 8*3600): "2026-01-02 13:00 WITA", time.FixedZone("", 9*3600): "2026-01-02 14:00 WIT", time.UTC: "2026-01-02 05:00 UTC",
	} {
		if got := moment(noon, calendar.In(zone)); got != want {
			t.Errorf("%s instead of %s", got, want)
		}
	}
}
