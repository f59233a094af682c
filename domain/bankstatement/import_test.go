package bankstatement_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/bankstatement"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

const shortHeader = "Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n"

var s0 time.Time

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
	cmd := bankstatement.MatchCmd{LineID: id, Booked: bankstatement.Booked{BookingID: "treasury-a@0", Amount: rupiah.Of("5")}, Said: bankstatement.Said{Reason: "same amount"}}
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

// part returns MT940 of lines such as "1103C100,00NTRFa", of a day of booking and a value date in November.
func part(opening, closing string, lines ...string) string {
	return ":20:X\n:25:77\n:60F:" + opening + "\n:61:" + strings.Join(lines, "\n:61:") + "\n:62F:" + closing + "\n-\n"
}

func TestALineWithoutADayOfBookingIsNotCountedOnTwoDays(t *testing.T) {
	t.Parallel()
	a := account{}
	for _, file := range []string{
		part("C261102IDR1000,", "C261103IDR1600,", "261103C100,NTRFa", "261105C200,NTRFb", "261103C300,NTRFc"),
		part("C261103IDR1600,", "C261105IDR1650,", "261105C50,NTRFd"),
	} {
		if err := a.take(t, file); err != nil {
			t.Fatal(err)
		}
	}
	week := part("C261102IDR1000,", "C261105IDR1650,", "261103C100,NTRFa", "261105C200,NTRFb", "261103C300,NTRFc", "261105C50,NTRFd")
	rest := part("C261103IDR1100,", "C261105IDR1650,", "261105C200,NTRFb", "261103C300,NTRFc", "261105C50,NTRFd")
	for _, file := range []string{week, rest} {
		if err := a.take(t, file); domaintest.Refusal(err) != "bank_files_contradict" || len(a.lines(t)) != 4 {
			t.Errorf("%v, known are %v", err, a.lines(t))
		}
	}
}

func TestAPartThatMayRepeatKnownLinesIsNotSwallowed(t *testing.T) {
	t.Parallel()
	both := part("C261102IDR1000,", "C261103IDR1000,", "2611031103C100,NTRFa", "2611031103D100,NTRFb")
	next := part("C261103IDR1000,", "C261103IDR1100,", "2611031103C100,NTRFa")
	s, err := given(t, bankstatement.MT940, both, next)
	if domaintest.Refusal(err) != "bank_files_contradict" || !strings.Contains(err.Error(), "may mean those or more") || len(s.Lines) != 2 {
		t.Error(s, err)
	}
	// A file that says that the day begins with its lines leaves no doubt: it has the day before too, or the balance of it.
	whole := part("C261102IDR1000,", "C261103IDR1100,", "2611031103C100,NTRFa", "2611031103D100,NTRFb", "2611031103C100,NTRFa")
	s, err = given(t, bankstatement.MT940, both, whole, whole)
	if err != nil || len(s.Lines) != 3 || !s.Closing.Equal(rupiah.Of("1100")) {
		t.Error(s, err)
	}
}

func TestPartsOfADayMayOverlap(t *testing.T) {
	t.Parallel()
	first := part("C261103IDR1000,", "C261103IDR1300,", "2611031103C100,NTRFa", "2611031103C200,NTRFb")
	second := part("C261103IDR1100,", "C261103IDR1600,", "2611031103C200,NTRFb", "2611031103C300,NTRFc")
	for _, files := range [][]string{{first, second}, {second, first}, {second, first, second, first}} {
		s, err := given(t, bankstatement.MT940, files...)
		if err != nil || len(s.Lines) != 3 || !s.Opening.Equal(rupiah.Of("1000")) || !s.Closing.Equal(rupiah.Of("1600")) || s.Order[2].Text != "c" {
			t.Error(s, err)
		}
	}
}

func TestATextThatNoBankWritesIsRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", bankstatement.MaxText)
	s, err := given(t, bankstatement.BCA, shortHeader+"03/11/2026,"+long+",,5,CR,5\n")
	if err != nil || len(s.Lines) != 1 {
		t.Error(err)
	}
	for _, row := range []string{"03/11/2026,%sx,,5,CR,5\n", "03/11/2026,A,,5,CR,5\nPEND,%sx,,5,CR,\n"} {
		_, _, problems := bankstatement.Parse([]byte(shortHeader+fmt.Sprintf(row, long)), bankstatement.Options{Account: "77"})
		if len(problems) != 1 || !strings.HasSuffix(problems[0].String(), ": the text has 2001 characters, and must have at most 2000") {
			t.Error(problems)
		}
	}
}
