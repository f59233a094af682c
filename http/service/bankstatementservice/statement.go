// Package bankstatementservice implements the use cases of bank statements: an administrator imports files of the gateway's own bank,
// and clears their lines. The decisions are those of package domain/bankstatement. Nothing here posts to the ledger.
package bankstatementservice

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/bankstatement"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/bankrows"
	"gateway/projections/sheet"
)

// Statements implements the use cases of bank statements.
type Statements struct {
	*service.Core
	// AttentionDays is how many days after its booking a line that is not cleared needs attention.
	AttentionDays int
	// Accounts are the numbers of our accounts at the bank. Files of other accounts are refused.
	Accounts []string
	// AnyAccount takes files of any account while Accounts is empty, as a sandbox does.
	AnyAccount bool
}

// AttentionDay returns the newest day of the bank whose lines need attention, as long as they are not cleared.
func (s Statements) AttentionDay() string {
	return s.Calendar.DayOf(s.Now().AddDate(0, 0, -s.AttentionDays))
}

// File is a file to import.
type File struct {
	Name string
	// Content is in base64.
	Content string
	// Account is the account that the file must be of; empty takes any.
	Account string
	// Year is that of days without a year; 0 for unknown.
	Year int
}

// Imported says what a file brought.
type Imported struct {
	Format   string   `json:"format"`
	Accounts []string `json:"accounts"`
	// From and To are the first and the last day of the file.
	From string `json:"from"`
	To   string `json:"to"`
	// Lines counts the booked lines of the file, NewLines those of them that no file brought before, and Pending those that the
	// bank has only announced.
	Lines    int `json:"lines"`
	NewLines int `json:"new_lines"`
	Pending  int `json:"pending"`
}

// Import takes a file in. Nothing is taken of a file that is wrong anywhere, or that contradicts a former one. A file that was
// imported may be imported again. Errors: invalid_field content with the lines that are wrong, or with an account that is not ours
// (invalid_field account if the request names it), and the refusals of bankstatement.ImportFile.
func (s Statements) Import(ctx context.Context, f File) (Imported, error) {
	format, days, err := s.parse(f)
	if err != nil {
		return Imported{}, err
	}
	if err := s.checkAccounts(f, days); err != nil {
		return Imported{}, err
	}
	result := Imported{Format: format, Accounts: []string{}, From: days[0].Day, To: days[0].Day}
	commands, hash := make([]bankstatement.ImportCmd, len(days)), sha256.Sum256([]byte(f.Content))
	for i, d := range days {
		result.count(d)
		commands[i] = bankstatement.ImportCmd{
			Day: d, Format: format, Source: f.Name, Hash: hex.EncodeToString(hash[:]), By: service.Actor(ctx), At: s.Now(),
		}
	}
	if err := s.check(ctx, commands); err != nil {
		return result, err
	}
	return result, s.takeAll(ctx, commands, &result)
}

// checkAccounts refuses a file of an account that is not ours: its money would be taken for that of bank:operating, and no file is
// ever taken back.
func (s Statements) checkAccounts(f File, days []bankstatement.Day) error {
	if len(s.Accounts) == 0 && s.AnyAccount {
		return nil
	}
	for _, d := range days {
		if slices.Contains(s.Accounts, d.Account) {
			continue
		}
		field := "content"
		if f.Account != "" {
			field = "account"
		}
		if len(s.Accounts) == 0 {
			return domain.InvalidField(field, "is of account %s, and no account at the bank is configured: set BANK_ACCOUNTS", d.Account)
		}
		return domain.InvalidField(field, "is of account %s, which is none of ours: %s (BANK_ACCOUNTS)", d.Account,
			strings.Join(s.Accounts, ", "))
	}
	return nil
}

// check decides the whole file before anything of it is taken.
func (s Statements) check(ctx context.Context, commands []bankstatement.ImportCmd) error {
	known := map[string]bankstatement.State{}
	for _, stream := range bankstatement.Around(commands) {
		state, _, err := eventstore.Load(ctx, s.Log, bankstatement.Days, stream)
		if err != nil {
			return err
		}
		known[stream] = state
	}
	_, err := bankstatement.ImportFile(known, commands)
	return err
}

func (s Statements) parse(f File) (format string, days []bankstatement.Day, err error) {
	if base64.StdEncoding.DecodedLen(len(f.Content)) > bankstatement.MaxBytes+2 {
		return "", nil, domain.InvalidField("content", "must have at most %d bytes: split the file", bankstatement.MaxBytes)
	}
	content, err := base64.StdEncoding.DecodeString(f.Content)
	if err != nil {
		return "", nil, domain.InvalidField("content", "must be in base64")
	}
	format, days, problems := bankstatement.Parse(content, bankstatement.Options{
		Account: f.Account, Year: f.Year, Today: s.Calendar.DayOf(s.Now()),
	})
	return format, days, bankstatement.Refuse("content", problems)
}

func (r *Imported) count(d bankstatement.Day) {
	r.From, r.To = min(r.From, d.Day), max(r.To, d.Day)
	r.Lines, r.Pending = r.Lines+len(d.Lines), r.Pending+len(d.Pending)
	for _, a := range r.Accounts {
		if a == d.Account {
			return
		}
	}
	r.Accounts = append(r.Accounts, d.Account)
}

func (s Statements) takeAll(ctx context.Context, commands []bankstatement.ImportCmd, result *Imported) error {
	var last eventstore.Position
	for _, cmd := range commands {
		out, err := eventstore.Execute(ctx, s.Log, bankstatement.Days, bankstatement.Stream(cmd.Account, cmd.Day.Day),
			func(state bankstatement.State) ([]domain.Event, error) { return bankstatement.Import(state, cmd) })
		if err != nil {
			return err
		}
		for _, e := range out.Events { // those that were appended: a decision is made again after a conflict
			result.NewLines += len(e.(bankstatement.Imported).Lines)
		}
		last = out.Position
	}
	s.Wait(ctx, last)
	return nil
}

// maxDays limits the days of one answer: a year.
const maxDays = 366

// Days are the days of bank statements.
type Days []bankrows.Day

// Days returns the days from one day to another of which there is a file, newest first. to defaults to today, and from to a month
// before it. They are at most a year. Errors: invalid_field from, to.
func (s Statements) Days(ctx context.Context, from, to string) (Days, error) {
	if to == "" {
		to = s.Calendar.DayOf(s.Now())
	}
	last, wrongTo := parseDay("to", to)
	if from == "" {
		from = last.AddDate(0, -1, 0).Format(time.DateOnly)
	}
	first, wrongFrom := parseDay("from", from)
	if err := domain.Together(wrongFrom, wrongTo); err != nil {
		return nil, err
	}
	if !last.Before(first.AddDate(0, 0, maxDays)) {
		return nil, domain.InvalidField("from", "is more than %d days before to", maxDays)
	}
	return s.Queries.BankDays(ctx, s.Calendar, from, to)
}

func parseDay(field, text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, domain.InvalidField(field, "must be a day such as 2026-01-31")
	}
	return day, nil
}

// CSV writes a heading, and a row for each day.
func (d Days) CSV(out io.Writer) error {
	rows := [][]string{{
		"day", "bank", "books", "difference", "before", "unmatched_lines", "explained_lines", "unmatched_bookings", "in_time", "missing",
		"lines_to_clear", "bookings_to_clear", "agrees", "files",
	}}
	for _, day := range d {
		var files []string
		for _, s := range day.Statements {
			files = append(files, fmt.Sprintf("%s %s", s.Account, s.Source))
		}
		rows = append(rows, []string{
			day.Day, day.Bank.String(), day.Books.String(), day.Difference.String(), day.Before.String(), day.UnmatchedLines.String(),
			day.ExplainedLines.String(), day.UnmatchedBookings.String(), day.InTime.String(), day.Missing.String(),
			strconv.FormatInt(day.LinesToClear, 10), strconv.FormatInt(day.BookingsToClear, 10), strconv.FormatBool(day.Agrees),
			strings.Join(files, ", "),
		})
	}
	return sheet.NewWriter(out).WriteAll(rows)
}
