package bankstatement_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gateway/domain/bankstatement"
	"gateway/domain/domaintest"
)

// bankLine is a line as the bank has it.
type bankLine struct {
	// day is the day of November on which it was booked, and value that from which it counts.
	day, value int
	// amount is below zero for money that left, and balance is what was there before the line.
	amount, balance int
	text            string
}

// monthOf returns the lines of a month: some days without a line, others with many. With repeated texts many lines of a day are the
// same in everything but their balance, or in all.
func monthOf(random *rand.Rand, repeated, late bool) (lines []bankLine) {
	balance, day := 1000, 2
	for i := range 14 {
		day += []int{0, 0, 0, 1, 2}[random.IntN(5)]
		l := bankLine{day: day, value: day, amount: 100 * (1 + random.IntN(2)), balance: balance, text: "SAME"}
		if !repeated {
			l.text = fmt.Sprint("TEXT ", i)
		}
		if late {
			l.value += []int{0, 0, 0, -1, 2}[random.IntN(5)]
		}
		if random.IntN(2) == 0 {
			l.amount = -l.amount
		}
		balance += l.amount
		lines = append(lines, l)
	}
	return lines
}

// style says how files are written.
type style struct {
	mt940 bool
	// entryDays are written, and the opening balance has the day before where the file begins with a day.
	entryDays, openDays bool
}

// write returns the file of the lines from one to another.
func (w style) write(all []bankLine, from, to int) string {
	var b strings.Builder
	begins := from == 0 || all[from-1].day < all[from].day
	signed := func(amount int, in, out string) (string, int) {
		if amount < 0 {
			return out, -amount
		}
		return in, amount
	}
	if !w.mt940 {
		if w.openDays && begins {
			fmt.Fprintf(&b, "Periode : %02d/11/2026 - %02d/11/2026\n", all[from].day, all[to-1].day)
		}
		b.WriteString(shortHeader)
		for _, l := range all[from:to] {
			direction, amount := signed(l.amount, "CR", "DB")
			fmt.Fprintf(&b, "%02d/11/2026,%s,,%d,%s,%d\n", l.day, l.text, amount, direction, l.balance+l.amount)
		}
		return b.String()
	}
	open := all[from].day
	if w.openDays && begins {
		open--
	}
	sign, amount := signed(all[from].balance, "C", "D")
	fmt.Fprintf(&b, ":20:%d-%d\n:25:77\n:60F:%s2611%02dIDR%d,\n", from, to, sign, open, amount)
	for _, l := range all[from:to] {
		entry := ""
		if w.entryDays {
			entry = fmt.Sprintf("11%02d", l.day)
		}
		sign, amount := signed(l.amount, "C", "D")
		fmt.Fprintf(&b, ":61:2611%02d%s%s%d,NTRF%s\n", l.value, entry, sign, amount, l.text)
	}
	sign, amount = signed(all[to-1].balance+all[to-1].amount, "C", "D")
	fmt.Fprintf(&b, ":62F:%s2611%02dIDR%d,\n", sign, all[to-1].day, amount)
	return b.String()
}

// account is what is known of an account, by the streams of its days.
type account map[string]bankstatement.State

// take imports a file as the use case does.
func (a account) take(t *testing.T, content string) error {
	t.Helper()
	format, days, problems := bankstatement.Parse([]byte(content), bankstatement.Options{Account: "77"})
	if problems != nil {
		t.Fatal(problems, content)
	}
	sum := sha256.Sum256([]byte(content))
	var commands []bankstatement.ImportCmd
	for _, d := range days {
		commands = append(commands, bankstatement.ImportCmd{Day: d, Format: format, Source: "file", Hash: hex.EncodeToString(sum[:])})
	}
	known := account{}
	for _, stream := range bankstatement.Around(commands) {
		known[stream] = a[stream]
	}
	events, err := bankstatement.ImportFile(known, commands)
	if err != nil {
		return err
	}
	for i, cmd := range commands {
		stream := bankstatement.Stream(cmd.Account, cmd.Day.Day)
		a[stream] = bankstatement.Days.Fold(a[stream], events[i]...)
	}
	return nil
}

// lines counts the known lines by what the bank gives them. Names are never given twice.
func (a account) lines(t *testing.T) map[string]int {
	t.Helper()
	count, names := map[string]int{}, map[string]bool{}
	for _, s := range a {
		balance := s.Opening
		for _, l := range s.Order {
			if balance = balance.Add(l.Amount); !balance.Equal(l.Balance) || names[l.ID] || len(s.Lines) != len(s.Order) {
				t.Fatalf("the lines of %s are no chain: %v", s.Day, s.Order)
			}
			names[l.ID] = true
			count[fmt.Sprint(l.ValueDate[8:], l.Text, l.Amount.IntPart(), l.Balance.IntPart())]++
		}
		if !balance.Equal(s.Closing) {
			t.Fatalf("%s closes with %s, not %s", s.Day, balance, s.Closing)
		}
	}
	return count
}

func countOf(all []bankLine) map[string]int {
	count := map[string]int{}
	for _, l := range all {
		count[fmt.Sprint(fmt.Sprintf("%02d", l.value), l.text, l.amount, l.balance+l.amount)]++
	}
	return count
}

// cut returns files that have all lines of a month: whole days, parts of days that overlap, or both.
func (w style) cut(random *rand.Rand, all []bankLine, wholeDays bool) (files []string) {
	border := func(i int) int {
		for wholeDays && i > 0 && i < len(all) && all[i].day == all[i-1].day {
			i--
		}
		return i
	}
	for from := 0; from < len(all); {
		to := max(border(from+1+random.IntN(len(all)-from)), from+1)
		for wholeDays && to < len(all) && all[to].day == all[to-1].day {
			to++
		}
		files = append(files, w.write(all, border(max(from-random.IntN(4), 0)), to))
		from = to
	}
	return files
}

// However the bank cuts a month, no line is known twice, and those of whole days are known once each, in any order of the files.
func TestEachLineOfTheBankIsKnownOnceHoweverItsFilesAreCut(t *testing.T) {
	t.Parallel()
	taken, refused := map[string]int{}, map[string]int{}
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 1))
		repeated, late, wholeDays := seed%2 == 0, seed%3 == 0, seed%5 < 2
		w := style{mt940: seed%4 > 0, entryDays: seed%4 > 1, openDays: seed%7 > 0}
		all := monthOf(random, repeated, late && w.mt940)
		files := append(w.cut(random, all, wholeDays), w.cut(random, all, wholeDays)...)
		if random.IntN(2) == 0 {
			random.Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
		}
		kind := fmt.Sprintf("repeated %t, whole days %t, day of booking said %t", repeated, wholeDays, !w.mt940 || w.entryDays || !late)
		isSure := !repeated && (!w.mt940 || w.entryDays || !late) && (w.openDays || !wholeDays)
		a, truth := account{}, countOf(all)
		for _, content := range append(append(files, w.write(all, 0, len(all))), files...) {
			before := a.lines(t)
			err := a.take(t, content)
			if err == nil {
				taken[kind]++
			} else if refused[kind]++; domaintest.Refusal(err) != "bank_files_contradict" {
				t.Fatal(err)
			}
			after := a.lines(t)
			for line, n := range after {
				if n > truth[line] {
					t.Fatalf("seed %d: %s is known %d times, and the bank has it %d times\n%s", seed, line, n, truth[line], content)
				}
			}
			for line, n := range before {
				if after[line] < n {
					t.Fatalf("seed %d: %s got lost", seed, line)
				}
			}
			if err != nil && isSure && wholeDays {
				t.Fatalf("seed %d: %v\n%s", seed, err, content)
			}
		}
		if known := a.lines(t); isSure && wholeDays && fmt.Sprint(known) != fmt.Sprint(truth) {
			t.Fatalf("seed %d: known is %v, and the bank has %v", seed, known, truth)
		}
	}
	for kind, n := range taken {
		t.Log(kind, "taken", n, "refused", refused[kind])
	}
}
