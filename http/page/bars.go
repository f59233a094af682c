package page

import (
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Bars compare the values of some days with those of as many days before, without a script and without colour: the
// days' bars are filled, those of the days before have a broken outline. A table lists all values.
type Bars struct {
	// Name makes the ids of the chart's parts, and is unique in the page.
	Name, Title string
	// Now and Before name both series.
	Now, Before string
	Pairs       []BarPair
	// Table has the values of the bars, and what else the days have.
	Table Table
}

// BarPair is a day with its value and that of the day before, in rupiah.
type BarPair struct {
	Label       string
	Now, Before decimal.Decimal
}

func (Bars) template() string { return "bars" }

// points are all values of the chart.
func (b Bars) points() (points []Point) {
	for _, pair := range b.Pairs {
		points = append(points, Point{pair.Label, pair.Now}, Point{pair.Label, pair.Before})
	}
	return points
}

// Ticks returns the values of the scale, lowest first.
func (b Bars) Ticks() []Tick { return Chart{Points: b.points()}.Ticks() }

// Marks returns days at equal distances, including the first and the last.
func (b Bars) Marks() []Mark {
	var c Chart
	for _, pair := range b.Pairs {
		c.Points = append(c.Points, Point{Label: pair.Label})
	}
	return c.Marks()
}

// Bar is one bar. All are in percent of the drawing area, from its left and from its top.
type Bar struct {
	X, Y, Width, Height float64
	// Kind is now or before.
	Kind string
}

// Shares of the place of a day that its bars take.
const (
	barGap   = 0.1
	barShare = 0.4
)

// All returns the bars: of each day that of the day before, and beside it its own.
func (b Bars) All() (bars []Bar) {
	scale, place1 := scaleOf(b.points()), 100/float64(max(1, len(b.Pairs)))
	for i, pair := range b.Pairs {
		for k, value := range []decimal.Decimal{pair.Before, pair.Now} {
			y := place(scale, value)
			bars = append(bars, Bar{
				X: (float64(i) + barGap + float64(k)*barShare) * place1, Width: barShare * place1, Y: y, Height: chartHeight - y,
				Kind: []string{"before", "now"}[k],
			})
		}
	}
	return bars
}

// Summary says in a sentence what the bars show.
func (b Bars) Summary(p part) string {
	var now, before decimal.Decimal
	for _, pair := range b.Pairs {
		now, before = now.Add(pair.Now), before.Add(pair.Before)
	}
	return p.T(words.VolumeSummary, b.Title, b.Now, Rupiah(now).Text, b.Before, Rupiah(before).Text)
}
