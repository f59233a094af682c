package simulator

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// rupiahText formats an amount in the Indonesian way: Rp 1.500.000 and Rp 1.500,50.
func rupiahText(d decimal.Decimal) string { return "Rp\u00a0" + money.Grouped(d) }

var grouped = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{3})+$`)

// parseRupiah parses an amount as people type it: 150000, 150.000, Rp 150.000,50. A dot separates
// thousands, and decimals only where it can't separate thousands (1500.5).
func parseRupiah(text string) (decimal.Decimal, error) {
	text = strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00a0' {
			return -1
		}
		return r
	}, strings.TrimSpace(text))
	text = strings.TrimPrefix(strings.ToLower(text), "rp")
	whole, sen, decimals := strings.Cut(text, ",")
	if grouped.MatchString(whole) {
		whole = strings.ReplaceAll(whole, ".", "")
	}
	if decimals {
		whole += "." + sen
	}
	return money.Parse(whole)
}

// wib is the time zone of Jakarta, which has no daylight saving time.
var wib = time.FixedZone("WIB", 7*60*60)

var months = [...]string{
	"Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des",
}

func timeText(t time.Time) string {
	t = t.In(wib)
	return fmt.Sprintf("%d %s %d, %s WIB", t.Day(), months[t.Month()-1], t.Year(), t.Format("15.04"))
}

// durationText formats the remaining time, for browsers without script.
func durationText(d time.Duration) string {
	minutes := int(d / time.Minute)
	switch hours := minutes / 60; {
	case hours >= 48:
		return fmt.Sprintf("%d hari", hours/24)
	case hours > 0:
		return fmt.Sprintf("%d jam %d menit", hours, minutes%60)
	case minutes > 0:
		return fmt.Sprintf("%d menit", minutes)
	}
	return "kurang dari semenit"
}
