package page

import "github.com/shopspring/decimal"

// steps are the first digits of round distances, in the order in which they are tried.
var steps = []decimal.Decimal{decimal.NewFromInt(1), decimal.NewFromInt(2), decimal.RequireFromString("2.5"), decimal.NewFromInt(5)}

// maxTicks is how many distances a scale has between its lowest and its highest value of the points.
const maxTicks = 4

// scaleOf gives the round values of the scale of points, the lowest first: zero, and up to four
// equal distances that reach above the highest value and below the lowest.
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

// roundStep is the smallest round distance of whole rupiah of which four cover a span.
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

// place is where a value stands on a scale, in percent from its top.
func place(scale []decimal.Decimal, value decimal.Decimal) float64 {
	low, high := scale[0], scale[len(scale)-1]
	share, _ := value.Sub(low).Div(high.Sub(low)).Float64()
	return (1 - share) * chartHeight
}
