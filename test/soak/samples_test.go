package soak

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/wcharczuk/go-chart/v2"
	"github.com/wcharczuk/go-chart/v2/drawing"
)

// samples are the samples of a run, in order.
type samples []sample

// measure is one figure that must not grow.
type measure struct {
	name string
	unit string
	of   func(sample) float64
	// factor and margin bound the end by the beginning: end <= factor * beginning + margin.
	factor, margin float64
}

var measures = []measure{
	{"memory", "MB", func(s sample) float64 { return s.Memory }, 1.05, 15},
	{"goroutines", "", func(s sample) float64 { return s.Goroutines }, 1.1, 50},
	{"descriptors", "", func(s sample) float64 { return s.Descriptors }, 1.1, 20},
	{"lag", "events", func(s sample) float64 { return s.Lag }, 1.5, 200},
	{"latency of reads", "ms", func(s sample) float64 { return s.Read }, 1.5, 5},
	{"latency of writes", "ms", func(s sample) float64 { return s.Write }, 1.5, 10},
}

// growths compares the last quarter of a run with its second quarter, because the first one warms up. It leaves
// out disturbed samples. It lists what has grown.
func (s samples) growths() (found []string) {
	if len(s) == 0 {
		return []string{"there are no samples"}
	}
	end := s[len(s)-1].At
	before, after := s.between(end/4, end/2), s.between(end*3/4, end+1)
	if len(before) == 0 || len(after) == 0 {
		return []string{"there are no undisturbed samples to compare"}
	}
	for _, m := range measures {
		first, last := median(before.values(m)), median(after.values(m))
		if last > m.factor*first+m.margin {
			found = append(found, fmt.Sprintf("%s has grown from %.1f to %.1f %s", m.name, first, last, m.unit))
		}
	}
	return found
}

// between returns the undisturbed samples of a period.
func (s samples) between(from, to time.Duration) (part samples) {
	for _, one := range s {
		if one.At >= from && one.At < to && !one.Disturbed {
			part = append(part, one)
		}
	}
	return part
}

func (s samples) values(m measure) (values []float64) {
	for _, one := range s {
		values = append(values, m.of(one))
	}
	return values
}

// median returns the median of the values, 0 if there are none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// printed is how many samples are printed.
const printed = 20

func (s samples) print(t *testing.T) {
	t.Helper()
	step := max(1, len(s)/printed)
	for n := step - 1; n < len(s); n += step {
		t.Log(s[n])
	}
}

// lineColors has one colour for each measure.
var lineColors = []drawing.Color{
	chart.ColorBlack, chart.ColorGreen, chart.ColorRed, chart.ColorCyan, chart.ColorOrange, chart.ColorBlue,
}

// draw writes one chart of all measures, each relative to its own maximum, so that growth shows as a slope.
func (s samples) draw(t *testing.T) {
	t.Helper()
	if len(s) < 2 {
		t.Error("too few samples to draw")
		return
	}
	graph := chart.Chart{
		Width: 1400, Height: 500,
		Background: chart.Style{Padding: chart.Box{Left: 240, Top: 20, Right: 20, Bottom: 20}}, // the legend stands at the left
		XAxis:      chart.XAxis{Name: "minutes"}, YAxis: chart.YAxis{Name: "% of its maximum"},
	}
	for i, m := range measures {
		values := s.values(m)
		most := math.Max(slices.Max(values), 1)
		line := chart.ContinuousSeries{
			Name: fmt.Sprintf("%s, at most %.0f %s", m.name, most, m.unit), Style: chart.Style{StrokeColor: lineColors[i%len(lineColors)]},
		}
		for n, v := range values {
			line.XValues, line.YValues = append(line.XValues, s[n].At.Minutes()), append(line.YValues, 100*v/most)
		}
		graph.Series = append(graph.Series, line)
	}
	graph.Elements = []chart.Renderable{chart.LegendLeft(&graph)}
	name := filepath.Join(outputFolder(t), "soak.svg")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := graph.Render(chart.SVG, file); err != nil {
		t.Error(err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	t.Logf("the chart is in %s", name)
}
