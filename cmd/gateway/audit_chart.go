package main

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/projections/audit/books"

	"github.com/spf13/cobra"
	"github.com/wcharczuk/go-chart/v2"
)

// maxPoints is the maximum number of points in a chart. A longer history is thinned out evenly.
const maxPoints = 2_000

func auditChartCommand() *cobra.Command {
	var client int64
	var from, to, out string
	cmd := &cobra.Command{
		Use:   "chart --client ID --out FILE.svg [--from T] [--to T]",
		Short: "Draw a client's balance over time",
		Args:  cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			in, err := t.Core().Between(cmd.Context(), "--from", from, "--to", to)
			if err != nil {
				return err
			}
			line := &thinnedLine{}
			err = printHistory(cmd, t, client, in, func(m books.Movement) error {
				line.add(m.At, m.BalanceAfter.InexactFloat64()) // a float is precise enough for a picture
				return nil
			})
			if err != nil {
				return err
			}
			return drawChart(line, out)
		}),
	}
	clientFlag(cmd, &client)
	cmd.Flags().StringVar(&out, "out", "balance.svg", "the file to write")
	cmd.Flags().StringVar(&from, "from", "", "the first moment")
	cmd.Flags().StringVar(&to, "to", "", "the last moment")
	return cmd
}

// thinnedLine keeps every step-th point. When it has maxPoints, it drops every second one and doubles the
// step.
type thinnedLine struct {
	at    []time.Time
	value []float64
	step  int
	seen  int
}

func (l *thinnedLine) add(at time.Time, value float64) {
	l.step = max(l.step, 1)
	if l.seen++; l.seen%l.step != 0 {
		return
	}
	l.at, l.value = append(l.at, at), append(l.value, value)
	if len(l.at) < maxPoints {
		return
	}
	for i := range maxPoints / 2 {
		l.at[i], l.value[i] = l.at[2*i], l.value[2*i]
	}
	l.at, l.value, l.step = l.at[:maxPoints/2], l.value[:maxPoints/2], 2*l.step
}

// drawChart writes the line as an SVG file.
func drawChart(l *thinnedLine, name string) error {
	if len(l.at) < 2 {
		return errors.New("there are fewer than two movements to draw")
	}
	file, err := os.Create(filepath.Clean(name))
	if err != nil {
		return err
	}
	c := chart.Chart{
		Width: 1200, Height: 500,
		XAxis:  chart.XAxis{ValueFormatter: chart.TimeValueFormatterWithFormat("2006-01-02 15:04")},
		YAxis:  chart.YAxis{Name: "saldo (Rp)", ValueFormatter: func(v any) string { return chart.FloatValueFormatterWithFormat(v, "%.0f") }},
		Series: []chart.Series{chart.TimeSeries{Name: "saldo", XValues: l.at, YValues: l.value}},
	}
	return errors.Join(c.Render(chart.SVG, file), file.Close())
}
