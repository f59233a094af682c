package simulator

import (
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func TestRupiahIsFormattedTheIndonesianWay(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]string{
		"1": "Rp\u00a01", "999": "Rp\u00a0999", "1000": "Rp\u00a01.000", "150000": "Rp\u00a0150.000",
		"1000000000000": "Rp\u00a01.000.000.000.000", "1500.5": "Rp\u00a01.500,50", "0.05": "Rp\u00a00,05",
	} {
		if got := rupiahText(decimal.RequireFromString(amount)); got != want {
			t.Errorf("%s: %q, want %q", amount, got, want)
		}
	}
}

func TestTimesAreInJakartasZone(t *testing.T) {
	t.Parallel()
	if got := timeText(time.Date(2025, 12, 31, 20, 5, 0, 0, time.UTC)); got != "1 Jan 2026, 03.05 WIB" {
		t.Error(got)
	}
	for left, want := range map[time.Duration]string{
		59 * time.Second: "kurang dari semenit", time.Minute: "1 menit", 90 * time.Minute: "1 jam 30 menit", 50 * time.Hour: "2 hari",
	} {
		if got := durationText(left); got != want {
			t.Errorf("%s: %q, want %q", left, got, want)
		}
	}
}
