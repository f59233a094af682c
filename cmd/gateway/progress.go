package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
)

// meter shows the progress of long work: a bar on a terminal, otherwise a line every few seconds. It is not
// safe for concurrent use.
type meter struct {
	what    string
	total   int64
	out     io.Writer
	writer  progress.Writer // nil without a terminal
	tracker *progress.Tracker
	began   time.Time
	next    time.Time
	done    int64
}

// lineInterval is the time between two lines of a meter without a terminal.
const lineInterval = 5 * time.Second

// newMeter makes a meter that writes to stderr; stdout is for the command's result.
func newMeter(what string, total int64) *meter {
	m := &meter{what: what, total: total, out: os.Stderr, began: time.Now(), next: time.Now().Add(lineInterval)}
	if !isTerminal(os.Stderr) {
		return m
	}
	m.writer = progress.NewWriter()
	m.writer.SetOutputWriter(os.Stderr)
	m.writer.SetAutoStop(true)
	m.writer.SetUpdateFrequency(100 * time.Millisecond)
	m.writer.Style().Visibility.ETA = true
	m.writer.Style().Visibility.Speed = true
	m.tracker = &progress.Tracker{Message: what, Total: total}
	m.writer.AppendTracker(m.tracker)
	go m.writer.Render()
	return m
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// set shows how much of the total is done.
func (m *meter) set(done int64) {
	m.done = done
	if m.tracker != nil {
		m.tracker.SetValue(done)
		return
	}
	if now := time.Now(); now.After(m.next) {
		m.next = now.Add(lineInterval)
		m.printLine()
	}
}

func (m *meter) printLine() {
	rate := float64(m.done) / time.Since(m.began).Seconds()
	fmt.Fprintf(m.out, "%s: %d of %d, %.0f/s\n", m.what, m.done, m.total, rate)
}

// end closes the meter. After an error the bar stays where it was.
func (m *meter) end(err error) {
	if m.tracker == nil {
		return
	}
	if err != nil {
		m.tracker.MarkAsErrored()
	} else {
		m.tracker.MarkAsDone()
	}
	for m.writer.IsRenderInProgress() {
		time.Sleep(10 * time.Millisecond)
	}
}
