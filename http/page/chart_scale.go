package page

import "github.com/shopspring/decimal"

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
