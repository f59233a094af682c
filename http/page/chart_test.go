package page_test

import (
	"slices"
	"testing"

	"gateway/http/page"

	"github.com/shopspring/decimal"
)

func chartOf(values ...string) (c page.Chart) {
	for _, value := range values {
		c.Points = append(c.Points, page.Point{Label: "1 Nov", Value: decimal.RequireFromString(value)})
	}
	return c
}

func TestTheScaleOfAChartHasAFewRoundValuesAndReachesAllPoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values []string
		want   []string
	}{
		{[]string{"0"}, []string{"Rp0", "Rp1"}},
		{[]string{"0", "3"}, []string{"Rp0", "Rp1", "Rp2", "Rp3"}},
		{[]string{"0", "672082.50"}, []string{"Rp0", "Rp200.000", "Rp400.000", "Rp600.000", "Rp800.000"}},
		{[]string{"100", "100"}, []string{"Rp0", "Rp25", "Rp50", "Rp75", "Rp100"}},
		{[]string{"-50", "900"}, []string{"-Rp250", "Rp0", "Rp250", "Rp500", "Rp750", "Rp1.000"}},
		{[]string{"-50"}, []string{"-Rp60", "-Rp40", "-Rp20", "Rp0"}},
		{[]string{"9999999999"}, []string{"Rp0", "Rp2.500.000.000", "Rp5.000.000.000", "Rp7.500.000.000", "Rp10.000.000.000"}},
	} {
		var got []string
		for _, tick := range chartOf(c.values...).Ticks() {
			got = append(got, tick.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v has the scale %v, want %v", c.values, got, c.want)
		}
	}
}

func TestAPointOfAChartStandsWhereItsValueIsOnTheScale(t *testing.T) {
	t.Parallel()
	c := chartOf("0", "50", "-100", "100")
	for i, want := range []float64{50, 25, 100, 0} {
		if got := c.Y(c.Points[i]); got != want {
			t.Errorf("%s stands at %v %%, want %v", c.Points[i].Value, got, want)
		}
	}
	if got, want := c.Area(), "M0 50.0H150.0V25.0H300.0V100.0H450.0V0.0H600.0V50.0H0Z"; got != want {
		t.Errorf("the area is %s, want %s", got, want)
	}
}

func TestTheFirstAndTheLastDayStandBelowAChart(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 3, 5, 30, 31} {
		c := page.Chart{}
		for i := range n {
			c.Points = append(c.Points, page.Point{Label: string(rune('A' + i))})
		}
		marks := c.Marks()
		if marks[0].Text != "A" || marks[len(marks)-1].Text != c.Last().Label || len(marks) != min(n, 5) {
			t.Errorf("of %d days, these stand below: %+v", n, marks)
		}
	}
}
