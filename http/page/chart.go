package page

import (
	"fmt"
	"slices"
	"strings"

	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Chart shows the value at the end of each of some days, without a script. It has a scale of round values and
// the days below. A pointer and the arrow keys show each day's value, and a table lists all of them.
type Chart struct {
	Title  string
	Points []Point
}

// Point is one point of a chart: the day as people read it, and its value in rupiah.
type Point struct {
	Label string
	Value decimal.Decimal
}

func (Chart) template() string { return "chart" }

// Last returns the last point. The chart must have one.
func (c Chart) Last() Point { return c.Points[len(c.Points)-1] }

// Text describes the point in words.
func (p Point) Text() string { return p.Label + ": " + Rupiah(p.Value).Text }

// Summary says in a sentence what the line shows.
func (c Chart) Summary(p part) string {
	byValue := func(a, b Point) int { return a.Value.Cmp(b.Value) }
	low, high := slices.MinFunc(c.Points, byValue), slices.MaxFunc(c.Points, byValue)
	return p.T(words.ChartSummary, c.Title, c.Points[0].Text(), c.Last().Text(), low.Text(), high.Text())
}

// chartWidth and chartHeight are the size of the drawing area in units of its viewBox.
const (
	chartWidth  = 600
	chartHeight = 100
)

// Tick is a round value of the scale. Y is its position, in percent from the top.
type Tick struct {
	Text string
	Y    float64
}

// Ticks returns the values of the scale, lowest first.
func (c Chart) Ticks() (ticks []Tick) {
	scale := scaleOf(c.Points)
	for _, value := range scale {
		ticks = append(ticks, Tick{Rupiah(value).Text, place(scale, value)})
	}
	return ticks
}

// Y is the position of a point, in percent from the top.
func (c Chart) Y(p Point) float64 { return place(scaleOf(c.Points), p.Value) }

// Line is the SVG path of the line. A value holds for a whole day, so the line has steps.
func (c Chart) Line() string {
	var b strings.Builder
	scale := scaleOf(c.Points)
	for i, p := range c.Points {
		if y := place(scale, p.Value); i == 0 {
			fmt.Fprintf(&b, "M0 %.1f", y)
		} else {
			fmt.Fprintf(&b, "V%.1f", y)
		}
		fmt.Fprintf(&b, "H%.1f", float64(i+1)*chartWidth/float64(len(c.Points)))
	}
	return b.String()
}

// Area is the SVG path of the area between the line and zero.
func (c Chart) Area() string {
	return c.Line() + fmt.Sprintf("V%.1fH0Z", place(scaleOf(c.Points), decimal.Zero))
}

// Mark is a day below the chart. X is its position, in percent from the left.
type Mark struct {
	Text   string
	X      float64
	Anchor string
	// Wide says that a phone has no room for the mark.
	Wide bool
}

// marks is how many days are named below a chart.
const marks = 5

// Marks returns days at equal distances, including the first and the last.
func (c Chart) Marks() (days []Mark) {
	n := len(c.Points)
	for k := range min(marks, n) {
		i := k * (n - 1) / max(1, min(marks, n)-1)
		m := Mark{Text: c.Points[i].Label, X: (float64(i) + 0.5) * 100 / float64(n), Anchor: "middle", Wide: k%2 == 1}
		switch i {
		case 0:
			m.X, m.Anchor = 0, "start"
		case n - 1:
			m.X, m.Anchor = 100, "end"
		}
		days = append(days, m)
	}
	return days
}

// steps are the first digits of round distances, in the order in which roundStep tries them.
var steps = []decimal.Decimal{decimal.NewFromInt(1), decimal.NewFromInt(2), decimal.RequireFromString("2.5"), decimal.NewFromInt(5)}

// maxTicks is how many distances a scale has between the lowest and the highest value of the points.
const maxTicks = 4

// scaleOf returns the round values of the scale of points, lowest first: zero, and up to four equal distances
// that reach above the highest value and below the lowest.
func scaleOf(points []Point) []decimal.Decimal {
	low, high := decimal.Zero, decimal.Zero
	for _, p := range points {
		low, high = decimal.Min(low, p.Value), decimal.Max(high, p.Value)
	}
	step := roundStep(high.Sub(low))
	from, to := low.Div(step).Floor(), high.Div(step).Ceil()
	if from.Equal(to) {
		to = to.Add(decimal.NewFromInt(1))
	}
	var scale []decimal.Decimal
	for at := from; !at.GreaterThan(to); at = at.Add(decimal.NewFromInt(1)) {
		scale = append(scale, at.Mul(step))
	}
	return scale
}

// roundStep returns the smallest round distance of whole rupiah, four of which cover the span.
func roundStep(span decimal.Decimal) decimal.Decimal {
	for power := decimal.NewFromInt(1); ; power = power.Shift(1) {
		for _, first := range steps {
			step := power.Mul(first)
			if step.IsInteger() && !step.Mul(decimal.NewFromInt(maxTicks)).LessThan(span) {
				return step
			}
		}
	}
}

// place is the position of a value on a scale, in percent from the top.
func place(scale []decimal.Decimal, value decimal.Decimal) float64 {
	low, high := scale[0], scale[len(scale)-1]
	share, _ := value.Sub(low).Div(high.Sub(low)).Float64()
	return (1 - share) * chartHeight
}
