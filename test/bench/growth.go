package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// growthSamples is how many times each question is asked.
const growthSamples = 40

// growth holds the measurements at several lengths of the log.
type growth struct {
	sizes  []int
	names  []string
	values map[string][]float64 // by name, one for each size
}

func (g *growth) add(name string, value float64) {
	if _, known := g.values[name]; !known {
		g.names = append(g.names, name)
	}
	g.values[name] = append(g.values[name], value)
	progress("   %s: %.4g", name, value)
}

// measureGrowth asks the same questions of a log that grows by bulk inserts.
func measureGrowth(ctx context.Context, r *bench) error {
	sizes, err := growthSizes(r.options)
	if err != nil {
		return err
	}
	g := &growth{sizes: sizes, values: make(map[string][]float64)}
	bulk := &bulk{bench: r}
	bulk.source = bulk.ofMerchants
	for _, size := range sizes {
		if err := bulk.growTo(ctx, size); err != nil {
			return err
		}
		if err := r.measureAt(ctx, g, bulk); err != nil {
			return fmt.Errorf("at %d events: %w", size, err)
		}
	}
	r.report.Charts = append(r.report.Charts, g.chart())
	for i, size := range sizes {
		r.addFigures(g, i, thousands(size)+" events")
	}
	return nil
}

// addFigures adds the figures of one of the sizes to the report.
func (r *bench) addFigures(g *growth, size int, of string) {
	for _, name := range g.names {
		what, unit, _ := strings.Cut(name, ", ")
		r.report.add(what+", "+of, g.values[name][size], unit, "")
	}
}

func growthSizes(o options) (sizes []int, err error) {
	list := o.growth
	if list == "" {
		list = "100000,1000000"
	}
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("-growth: %w", err)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// measureAt asks all questions at the current size of the log.
func (r *bench) measureAt(ctx context.Context, g *growth, b *bulk) error {
	large, small := b.merchants[0], b.merchants[1]
	requests := []struct{ name, path string }{
		{"page 1 of payments, ms", "/transactions"},
		{"a filtered page, ms", "/transactions?status=PENDING&from=" + b.day(-2).Format(time.DateOnly)},
		{"search by transaction_id, ms", "/transactions?q=" + b.sample.transactionID},
		{"search by external_id, ms", "/transactions/external/" + b.sample.externalID},
		{"search by the begin of an external_id, ms", "/transactions?q=" + b.sample.externalID[:len(b.sample.externalID)-2]},
		{"search by id, ms", "/transactions/" + strconv.FormatInt(b.sample.id, 10)},
	}
	for _, q := range requests {
		took, err := r.inTurns(growthSamples, timedRequest(get(q.path, large.header)))
		if err != nil {
			return fmt.Errorf("%s: %w", q.path, err)
		}
		g.add(q.name, took[0].quantile(0.5))
	}
	if err := r.askDeepPage(g, b); err != nil {
		return err
	}
	took, err := r.inTurns(growthSamples, func(c *connection) (time.Duration, error) { return withdrawal(c, large) })
	if err != nil {
		return err
	}
	g.add("a withdrawal, ms", took[0].quantile(0.5))
	if err := r.askBooks(ctx, g, b, large, small); err != nil {
		return err
	}
	if err := r.askConsole(ctx, g, b); err != nil {
		return err
	}
	used, err := r.command(ctx, nil, "audit", "reconcile", "--date", b.day(-1).Format(time.DateOnly))
	if err != nil && !strings.Contains(err.Error(), "difference") && !strings.Contains(err.Error(), "more at the provider") {
		return err
	}
	g.add("a day's reconciliation, s", used.took.Seconds())
	if err := r.askVerify(ctx, g, small); err != nil {
		return err
	}
	mb, err := resident(r.gateway.pid())
	if err != nil {
		return err
	}
	g.add("memory after these questions, MB", mb)
	if err := r.askSizes(ctx, g); err != nil {
		return err
	}
	if err := r.askRestart(ctx, g, large); err != nil {
		return err
	}
	if err := r.askSnapshots(ctx, g, large); err != nil {
		return err
	}
	return r.askColdStart(ctx, g, b)
}

// chart shows each figure as one bar per size; a full bar is ten times the first.
func (g *growth) chart() string {
	const whole = 40
	var b strings.Builder
	fmt.Fprintf(&b, "As the log grows (a bar of %d is ten times the first one)\n", whole)
	for _, name := range g.names {
		what, unit, _ := strings.Cut(name, ", ")
		for i, value := range g.values[name] {
			bar := min(whole, int(value/max(g.values[name][0], 1e-9)*whole/10))
			fmt.Fprintf(&b, "%-58s %6s %s %.4g %s%s\n", what, thousands(g.sizes[i]), strings.Repeat("#", max(1, bar)), value, unit,
				g.growthOf(name, i))
			what = ""
		}
	}
	return b.String()
}

// growthOf says how a figure grew from the first size to the last, at the last size.
func (g *growth) growthOf(name string, i int) string {
	if i == 0 || i < len(g.sizes)-1 {
		return ""
	}
	times, of := g.values[name][i]/max(g.values[name][0], 1e-9), float64(g.sizes[i])/float64(g.sizes[0])
	word := "grows with the log"
	switch {
	case times <= 1.5:
		word = "flat"
	case times <= 1+math.Log2(of):
		word = "logarithmic"
	case times < of/2:
		word = "grows less than the log"
	}
	return fmt.Sprintf("   %s: x %.1f for x %.0f", word, times, of)
}

func thousands(n int) string {
	if n%1_000_000 == 0 {
		return fmt.Sprintf("%dM", n/1_000_000)
	}
	return fmt.Sprintf("%dk", n/1_000)
}
