package page

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// The size of a chart's plane in units of its viewBox.
const (
	chartWidth  = 600
	chartHeight = 120
)

// places gives the points' places on the plane. Values below zero are drawn at the bottom.
func places(points []Point) [][2]float64 {
	most := largest(points)
	if most.IsZero() {
		most = decimal.NewFromInt(1)
	}
	out := make([][2]float64, len(points))
	for i, p := range points {
		share, _ := p.Value.Div(most).Float64()
		x := float64(chartWidth)
		if len(points) > 1 {
			x = float64(i) * chartWidth / float64(len(points)-1)
		}
		out[i] = [2]float64{x, chartHeight - max(share, 0)*chartHeight}
	}
	return out
}

// linePath is the line of a chart. A value holds until the next one, so the line has steps.
func linePath(points []Point) string {
	var b strings.Builder
	for i, at := range places(points) {
		if i == 0 {
			fmt.Fprintf(&b, "M%.1f %.1f", at[0], at[1])
			continue
		}
		fmt.Fprintf(&b, "H%.1fV%.1f", at[0], at[1])
	}
	return b.String()
}

// areaPath is the area below the line.
func areaPath(points []Point) string {
	if len(points) == 0 {
		return ""
	}
	return linePath(points) + fmt.Sprintf("V%dH0Z", chartHeight)
}
