package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"text/tabwriter"
	"time"
)

// figure is one line of the result.
type figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
	// Target is empty for a figure that is only informative.
	Target string `json:"target,omitempty"`
	Met    bool   `json:"met,omitempty"`
	Note   string `json:"note,omitempty"`
}

// results collects the figures of a run.
type results struct {
	Began   time.Time `json:"began"`
	Cores   int       `json:"cores"`
	Figures []figure  `json:"figures"`
	// Charts are plain text, printed after the table.
	Charts []string `json:"-"`
}

func newReport() *results {
	return &results{Began: time.Now().UTC().Truncate(time.Second), Cores: runtime.NumCPU()}
}

// add adds a figure without a target.
func (r *results) add(name string, value float64, unit, note string) {
	r.put(figure{Name: name, Value: value, Unit: unit, Note: note})
}

// atLeast adds a figure that should not be below its target. atMost adds one that should not be above it.
func (r *results) atLeast(name string, value, target float64, unit, note string) {
	r.put(figure{Name: name, Value: value, Unit: unit, Target: fmt.Sprintf(">= %g", target), Met: value >= target, Note: note})
}

func (r *results) atMost(name string, value, target float64, unit, note string) {
	r.put(figure{Name: name, Value: value, Unit: unit, Target: fmt.Sprintf("<= %g", target), Met: value <= target, Note: note})
}

func (r *results) put(f figure) {
	r.Figures = append(r.Figures, f)
	progress("   %s: %s %s %s  %s", f.Name, f.text(), f.Unit, f.verdict(), f.Note)
}

func (f figure) text() string {
	switch {
	case f.Value >= 100:
		return fmt.Sprintf("%.0f", f.Value)
	case f.Value >= 10:
		return fmt.Sprintf("%.1f", f.Value)
	}
	return fmt.Sprintf("%.2f", f.Value)
}

func (f figure) verdict() string {
	switch {
	case f.Target == "":
		return ""
	case f.Met:
		return f.Target + " PASS"
	}
	return f.Target + " SHORT"
}

// print writes the table.
func (r *results) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s, %d cores shared by load generator, gateway and PostgreSQL\n\n", r.Began.Format(time.RFC3339), r.Cores)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "FIGURE\tVALUE\tUNIT\tTARGET\tNOTE")
	for _, f := range r.Figures {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", f.Name, f.text(), f.Unit, f.verdict(), f.Note)
	}
	t.Flush()
	for _, chart := range r.Charts {
		fmt.Fprintf(w, "\n%s", chart)
	}
}

// write puts the figures into a file as JSON.
func (r *results) write(name string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

var began = time.Now()

// progress prints a line with the seconds since the start.
func progress(format string, args ...any) {
	fmt.Printf("%6.1fs %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
}
