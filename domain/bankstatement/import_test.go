package bankstatement_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/bankstatement"
	"gateway/test/rupiah"
)

// month writes a month of an account, and cuts it into files of BCA by days of a seed.
func month(random *rand.Rand) (lines []string, days []int) {
	balance, day := 1000, 1
	for range 30 {
		day += random.IntN(2)
		amount, direction := 100*(1+random.IntN(2)), "CR"
		if random.IntN(2) == 0 {
			direction = "DB"
		}
		signed := amount
		if direction == "DB" {
			signed = -amount
		}
		balance += signed
		lines = append(lines, fmt.Sprintf("%02d/11/2026,SAME,,%d,%s,%d", day, amount, direction, balance))
		days = append(days, day)
	}
	return lines, days
}

var s0 time.Time

const shortHeader = "Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n"

func TestOverlappingFilesGiveTheSameLinesInAnyOrder(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		lines, days := month(random)
		files := []string{strings.Join(lines, "\n")}
		for range 6 { // files of whole days, but the last day may be cut
			from := slices.Index(days, days[random.IntN(len(days))])
			to := from + 1 + random.IntN(len(lines)-from)
			files = append(files, strings.Join(lines[from:to], "\n"))
		}
		whole := imported(t, files[:1])
		random.Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
		again := imported(t, append(files, files...))
		if !maps.EqualFunc(whole, again, func(a, b bankstatement.State) bool {
			return maps.EqualFunc(a.Lines, b.Lines, func(x, y bankstatement.Line) bool { return x.ID == y.ID && x.Amount.Equal(y.Amount) }) &&
				a.Opening.Equal(b.Opening) && a.Closing.Equal(b.Closing)
		}) {
			t.Fatalf("seed %d: the lines differ", seed)
		}
	}
}

// imported returns the days after files.
func imported(t *testing.T, files []string) map[string]bankstatement.State {
	t.Helper()
	states := map[string]bankstatement.State{}
	for i, f := range files {
		_, days, problems := bankstatement.Parse([]byte(shortHeader+f), bankstatement.Options{Account: "77"})
		if problems != nil {
			t.Fatal(problems)
		}
		for _, d := range days {
			events, err := bankstatement.Import(states[d.Day], bankstatement.ImportCmd{Day: d, Format: bankstatement.BCA, Source: fmt.Sprint(i)})
			if err != nil {
				t.Fatal(err)
			}
			states[d.Day] = bankstatement.Days.Fold(states[d.Day], events...)
		}
	}
	return states
}

func dayOf(t *testing.T, text string) bankstatement.Day {
	t.Helper()
	_, days, problems := bankstatement.Parse([]byte(text), bankstatement.Options{Account: "77"})
	if len(days) != 1 {
		t.Fatal(problems)
	}
	return days[0]
}

func given(t *testing.T, format string, files ...string) (s bankstatement.State, last error) {
	t.Helper()
	for i, f := range files {
		var events []domain.Event
		events, last = bankstatement.Import(s, bankstatement.ImportCmd{Day: dayOf(t, f), Format: format, Source: fmt.Sprint("file ", i+1)})
		s = bankstatement.Days.Fold(s, events...)
	}
	return s, last
}

func TestAFileThatSaysSomethingElseIsRefused(t *testing.T) {
	a := shortHeader + "03/11/2026,A,,5,CR,5\n03/11/2026,B,,3,DB,2\n"
	s, err := given(t, bankstatement.BCA, a, strings.Replace(a, "B,", "C,", 1))
	if err == nil || !strings.Contains(err.Error(), `"file 1" and "file 2" contradict each other on 2026-11-03`) || len(s.Lines) != 2 {
		t.Error(err)
	}
	_, err = bankstatement.Import(s, bankstatement.ImportCmd{Day: dayOf(t, a), Format: bankstatement.MT940, Source: "other"})
	if err == nil || !strings.Contains(err.Error(), `came as bca_csv, in "file 1": "other" is mt940`) {
		t.Error(err)
	}
}

func TestPartsOfADayFollowEachOther(t *testing.T) {
	first, second := shortHeader+"03/11/2026,A,,5,CR,5\n", shortHeader+"03/11/2026,B,,3,DB,2\n"
	for _, files := range [][]string{{first, second}, {second, first}} {
		s, err := given(t, bankstatement.BCA, files...)
		if err != nil || len(s.Lines) != 2 || !s.Opening.IsZero() || !s.Closing.Equal(rupiah.Of("2")) {
			t.Error(s, err)
		}
	}
}

func TestAPendingLineIsReplacedByTheBookedOne(t *testing.T) {
	first := shortHeader + "03/11/2026,A,,5,CR,5\nPEND,B,,3,DB,\n"
	s, err := given(t, bankstatement.BCA, first)
	if err != nil || len(s.Pending) != 1 {
		t.Fatal(s, err)
	}
	for id := range s.Pending {
		_, err := bankstatement.Match(s, bankstatement.MatchCmd{LineID: id, Booked: bankstatement.Booked{BookingID: "x@0", Amount: rupiah.Of("-3")}})
		if refusal, ok := errors.AsType[*domain.Refusal](err); !ok || refusal.Code != "bank_line_pending" {
			t.Error(err)
		}
	}
	s, err = given(t, bankstatement.BCA, first, shortHeader+"03/11/2026,A,,5,CR,5\n03/11/2026,B,,3,DB,2\n", first)
	if err != nil || len(s.Pending) != 0 || len(s.Lines) != 2 {
		t.Error(s, err)
	}
}

func TestALineIsClearedOnce(t *testing.T) {
	s, _ := given(t, bankstatement.BCA, shortHeader+"03/11/2026,A,,5,CR,5\n")
	id := slices.Collect(maps.Keys(s.Lines))[0]
	cmd := bankstatement.MatchCmd{LineID: id, Booked: bankstatement.Booked{BookingID: "treasury-a@0", Amount: rupiah.Of("5")}, Reason: "same amount"}
	code := func(err error) string {
		refusal, _ := errors.AsType[*domain.Refusal](err)
		if refusal == nil {
			return ""
		}
		return refusal.Code
	}
	other := cmd
	other.Amount = rupiah.Of("-5")
	if _, err := bankstatement.Match(s, other); code(err) != "bank_amount_differs" {
		t.Error(err)
	}
	events, err := bankstatement.Match(s, cmd)
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	matched := bankstatement.Days.Fold(s, events...)
	if again, err := bankstatement.Match(matched, cmd); err != nil || again != nil {
		t.Error(again, err)
	}
	other = cmd
	other.BookingID = "treasury-b@0"
	if _, err := bankstatement.Match(matched, other); code(err) != "bank_line_cleared" {
		t.Error(err)
	}
	if _, err := bankstatement.Explain(matched, id, "why", "admin:1", cmd.At); code(err) != "bank_line_cleared" {
		t.Error(err)
	}
	events, err = bankstatement.Reopen(matched, id, "wrong", "admin:1", cmd.At)
	if err != nil || len(events) != 1 || events[0].(bankstatement.LineReopened).BookingID != cmd.BookingID {
		t.Error(events, err)
	}
	if _, err := bankstatement.Explain(s, id, "", "admin:1", cmd.At); code(err) != "invalid_field" {
		t.Error(err)
	}
}

func TestABookingBelongsToOneLine(t *testing.T) {
	var s bankstatement.Booking
	take := func(line, former string) error {
		events, err := bankstatement.Take(s, bankstatement.Booked{BookingID: "b@0"}, line, former, "", s0)
		s = bankstatement.Bookings.Fold(s, events...)
		return err
	}
	first, again := take("1", ""), take("1", "")
	if first != nil || again != nil || take("2", "") == nil || s.LineID != "1" {
		t.Error("a booking belongs to two lines", s)
	}
	if take("2", "1") != nil || s.LineID != "2" {
		t.Error("a match that was broken off keeps its booking", s)
	}
	if bankstatement.Free(s, "1", "", s0) != nil || len(bankstatement.Free(s, "2", "", s0)) != 1 {
		t.Error("another line freed the booking")
	}
}
