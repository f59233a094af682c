package simulator

import (
	"fmt"
	"time"

	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// rupiahText formats an amount in the Indonesian way: Rp 1.500.000 and Rp 1.500,50.
func rupiahText(d decimal.Decimal) string { return "Rp\u00a0" + money.Grouped(d) }

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
