package bankstatementservice_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"gateway/domain/bankstatement"
	"gateway/domain/domaintest"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/servicetest"
	"gateway/http/service/treasuryservice"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"
)

// bankFile is a file of our account with lines without a day of booking.
func bankFile(opening, closing string, lines ...string) bankstatementservice.File {
	content := ":20:X\n:25:77\n:60F:" + opening + "\n:61:" + strings.Join(lines, "\n:61:") + "\n:62F:" + closing + "\n"
	return bankstatementservice.File{Name: "a.sta", Content: base64.StdEncoding.EncodeToString([]byte(content))}
}

func TestOnlyFilesOfOurAccountsAreTaken(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	ours := bankFile("C251102IDR1000,", "C251103IDR1100,", "251103C100,NTRFa")
	named := ours
	named.Account = "77"
	for _, c := range []struct {
		statements bankstatementservice.Statements
		file       bankstatementservice.File
		field      string
		want       string
	}{
		{bankstatementservice.Statements{Core: core, Accounts: []string{"78", "79"}, AnyAccount: true}, ours, "invalid_field content", "is of account 77, which is none of ours: 78, 79"},
		{bankstatementservice.Statements{Core: core, Accounts: []string{"78"}}, named, "invalid_field account", "is of account 77, which is none of ours: 78"},
		{bankstatementservice.Statements{Core: core}, ours, "invalid_field content", "is of account 77, and no account at the bank is configured: set BANK_ACCOUNTS"},
		{bankstatementservice.Statements{Core: core, Accounts: []string{"78", "77"}}, ours, "", ""},
		{bankstatementservice.Statements{Core: core, AnyAccount: true}, named, "", ""},
	} {
		_, err := c.statements.Import(t.Context(), c.file)
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want) || domaintest.Refusal(err) != c.field) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if n := servicetest.Count(t, core, "bank_statement.imported.v1"); n != 1 {
		t.Errorf("%d files were taken", n)
	}
	for from, want := range map[string]string{"2024-01-01": "", "2023-12-31": "invalid_field from"} {
		days, err := bankstatementservice.Statements{Core: core}.Days(t.Context(), from, "2024-12-31")
		if domaintest.Refusal(err) != want || len(days) != 0 {
			t.Errorf("from %s: %v %v", from, days, err)
		}
	}
}

// The daily files put the second line on the day of the file, and the weekly one on its value date.
func TestAFileThatPutsALineOnAnotherDayIsRefusedWhole(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	s := bankstatementservice.Statements{Core: core, AnyAccount: true}
	for _, f := range []bankstatementservice.File{
		bankFile("C251102IDR1000,", "C251103IDR1600,", "251103C100,NTRFa", "251105C200,NTRFb", "251103C300,NTRFc"),
		bankFile("C251103IDR1600,", "C251105IDR1650,", "251105C50,NTRFd"),
	} {
		if brought, err := s.Import(t.Context(), f); err != nil || brought.NewLines != brought.Lines {
			t.Fatal(brought, err)
		}
	}
	_, err := s.Import(t.Context(), bankFile("C251103IDR1100,", "C251105IDR1650,", "251105C200,NTRFb", "251103C300,NTRFc", "251105C50,NTRFd"))
	if domaintest.Refusal(err) != "bank_files_contradict" || servicetest.Count(t, core, "bank_statement.imported.v1") != 2 {
		t.Error(err)
	}
}

// Two people match two lines with one booking, and a third books a line that another one matched.
func TestABookingIsOfOneLineAndALineOfOneBooking(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	s := bankstatementservice.Statements{Core: core, AnyAccount: true}
	if _, err := s.Import(t.Context(), bankFile("C251102IDR1000,", "C251103IDR1200,", "251103C100,NTRFa", "251103C100,NTRFb")); err != nil {
		t.Fatal(err)
	}
	entries := treasuryservice.Entries{Core: core, Rows: core.Queries}
	in := treasuryservice.Request{ID: 1, Kind: treasury.OwnerIn, Amount: rupiah.Of("100"), ValueDate: "2025-11-03", Reference: "in"}
	if _, err := entries.Enter(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	lines, _, err := s.Lines(t.Context(), "2025-11-03", "", readtable.Page{Number: 1, PerPage: 10})
	if err != nil || len(lines) != 2 {
		t.Fatal(lines, err)
	}
	booking := treasury.Stream("in") + "@0"
	taken := bankstatement.BookingTaken{OfBooking: bankstatement.OfBooking{
		Booked: bankstatement.Booked{BookingID: booking, Amount: rupiah.Of("100"), ValueDate: "2025-11-03"}, LineID: lines[0].ID, At: core.Now(),
	}}
	servicetest.Append(t, core, bankstatement.BookingStream(booking), taken)
	match := bankstatementservice.Match{BookingID: booking, Reason: "same"}
	if _, err := s.Match(t.Context(), lines[1].ID, match); domaintest.Refusal(err) != "bank_booking_taken" {
		t.Errorf("a match on its way lost its booking: %v", err)
	}
	now := core.Now
	core.Now = func() time.Time { return now().Add(2 * time.Hour) }
	if _, err := s.Match(t.Context(), lines[1].ID, match); err != nil {
		t.Errorf("a match that was broken off keeps its booking: %v", err)
	}

	byHand := in
	byHand.ID, byHand.Reference = 2, lines[1].ID // matched with another booking
	if _, err := entries.Enter(t.Context(), byHand); domaintest.Refusal(err) != "bank_line_cleared" {
		t.Error(err)
	}
	if n := servicetest.Count(t, core, "treasury.entered.v1"); n != 1 {
		t.Errorf("%d entries are in the ledger", n)
	}
	byHand.Reference = lines[0].ID
	for range 2 {
		if _, err := entries.Enter(t.Context(), byHand); err != nil {
			t.Error(err)
		}
	}
	shown, err := s.Line(t.Context(), lines[0].ID)
	if err != nil || shown.BookingID != treasury.Stream(lines[0].ID)+"@0" {
		t.Error(shown, err)
	}
	state, _, err := eventstore.Load(t.Context(), core.Log, bankstatement.Days, bankstatement.Stream("77", "2025-11-03"))
	if err != nil || len(state.Bookings) != 2 || servicetest.Count(t, core, "treasury.entered.v1") != 2 {
		t.Error(state.Bookings, err)
	}
}

// While one person books a line by hand, another matches it with a booking that is there. The money is in the ledger once.
func TestABookingByHandOfALineThatIsGoneIsNotMade(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	s := bankstatementservice.Statements{Core: core, AnyAccount: true}
	if _, err := s.Import(t.Context(), bankFile("C251102IDR1000,", "C251103IDR1100,", "251103C100,NTRFa")); err != nil {
		t.Fatal(err)
	}
	in := treasuryservice.Request{ID: 1, Kind: treasury.OwnerIn, Amount: rupiah.Of("100"), ValueDate: "2025-11-03", Reference: "in"}
	if _, err := (treasuryservice.Entries{Core: core, Rows: core.Queries}).Enter(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	lines, _, err := s.Lines(t.Context(), "2025-11-03", "", readtable.Page{Number: 1, PerPage: 10})
	if err != nil || len(lines) != 1 {
		t.Fatal(lines, err)
	}
	entries := treasuryservice.Entries{Core: core, Rows: core.Queries, Bind: func(ctx context.Context, _ string) error {
		_, err := s.Match(ctx, lines[0].ID, bankstatementservice.Match{BookingID: treasury.Stream("in") + "@0", Reason: "same"})
		return err
	}}
	byHand := in
	byHand.ID, byHand.Kind, byHand.Reference = 2, "provider_withdrawal", lines[0].ID
	_, err = entries.Enter(t.Context(), byHand)
	if n := servicetest.Count(t, core, "treasury.entered.v1"); domaintest.Refusal(err) != "bank_line_cleared" || n != 1 {
		t.Errorf("%v, %d entries are in the ledger", err, n)
	}
}

// BCA shows a line as PEND until it has booked it. The files overlap, and the line is counted once: not before it is booked.
func TestALineThatTheBankAnnouncedIsCountedOnceWhenItIsBooked(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	s := bankstatementservice.Statements{Core: core, AnyAccount: true}
	const header, first, second = "Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n", "03/11/2025,A,,500.00,CR,500.00\n", "03/11/2025,B,,20.00,DB,480.00\n"
	for i, f := range []struct {
		rows                 string
		fresh, booked, waits int64
	}{
		{first + "PEND,B,,20.00,DB,\n", 1, 1, 1},
		{first + "PEND,B,,20.00,DB,\nPEND,C,,7.00,CR,\n", 0, 1, 2},
		{first + second + "PEND,C,,7.00,CR,\n", 1, 2, 1},
		{second + "04/11/2025,C,,7.00,CR,487.00\n", 1, 3, 0},
		{first + "PEND,B,,20.00,DB,\n", 0, 3, 0}, // an old file comes again
		{first + second + "04/11/2025,C,,7.00,CR,487.00\n", 0, 3, 0},
	} {
		file := bankstatementservice.File{Name: "a.csv", Account: "77", Content: base64.StdEncoding.EncodeToString([]byte(header + f.rows))}
		brought, err := s.Import(t.Context(), file)
		if err != nil || int64(brought.NewLines) != f.fresh {
			t.Fatalf("file %d: %+v, %v", i, brought, err)
		}
		page := readtable.Page{Number: 1, PerPage: 10}
		_, booked, err := s.Lines(t.Context(), "", "", page)
		if err != nil || booked != f.booked {
			t.Errorf("file %d: %d lines are booked, want %d, %v", i, booked, f.booked, err)
		}
		if _, waits, err := s.Lines(t.Context(), "", bankstatement.StatusPending, page); err != nil || waits != f.waits {
			t.Errorf("file %d: %d lines are announced, want %d, %v", i, waits, f.waits, err)
		}
	}
	days, err := s.Days(t.Context(), "2025-11-03", "2025-11-04")
	if err != nil || len(days) != 2 || !days[0].UnmatchedLines.Equal(rupiah.Of("487")) || !days[0].Bank.Equal(rupiah.Of("487")) || days[0].LinesToClear != 3 {
		t.Error(days, err)
	}
}
