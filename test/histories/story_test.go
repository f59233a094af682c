package histories

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	// checkLimit is how long the search for an order may take. It rarely takes more than a second.
	checkLimit = 5 * time.Minute
	// aloneLimit is how long the search goes on without the help of the log.
	aloneLimit = 10 * time.Second
)

// judge returns a story for each specification that no order of the history fits: what led to it, and where a
// page shows all of it. For a sound history it returns none.
func (h *history) judge() (stories []string) {
	for _, v := range h.verdicts() {
		switch result, info := v.check(); result {
		case porcupine.Ok:
		case porcupine.Unknown:
			stories = append(stories, fmt.Sprintf("history of seed %d, %s: no order was found within %v, and none was excluded; %s",
				h.seed, v.name, checkLimit, h.writePage(v, info)))
		default:
			info.AddAnnotations(h.annotations())
			stories = append(stories, fmt.Sprintf("history of seed %d, %s: no order of these operations is possible; %s\n%s",
				h.seed, v.name, h.writePage(v, info), v.story(h.record.faults)))
		}
	}
	return stories
}

// check searches for an order. After a while, it looks for the one that the log shows.
func (v verdict) check() (porcupine.CheckResult, porcupine.LinearizationInfo) {
	result, info := porcupine.CheckOperationsVerbose(v.model, v.operations, aloneLimit)
	if result != porcupine.Unknown {
		return result, info
	}
	if v.witnessed != nil && porcupine.CheckOperationsTimeout(v.model, v.witnessed(), checkLimit) == porcupine.Ok {
		return porcupine.Ok, info
	}
	return porcupine.CheckOperationsVerbose(v.model, v.operations, checkLimit)
}

// writePage writes Porcupine's page and returns where.
func (h *history) writePage(v verdict, info porcupine.LinearizationInfo) string {
	dir, err := os.MkdirTemp("", "history-")
	if err != nil {
		return err.Error()
	}
	page := filepath.Join(dir, fmt.Sprintf("%d-%s.html", h.seed, strings.ReplaceAll(v.name, " ", "-")))
	if err := porcupine.VisualizePath(v.model, info, page); err != nil {
		return err.Error()
	}
	return "the whole history is in " + page
}

func (h *history) annotations() (all []porcupine.Annotation) {
	for _, f := range h.record.faults {
		all = append(all, porcupine.Annotation{Tag: f.place(), Start: f.from, End: f.to, Description: f.what, BackgroundColor: "#efaefc"})
	}
	return all
}

func (f fault) place() string {
	if f.instance == database {
		return "database"
	}
	return fmt.Sprintf("instance %d", f.instance)
}

// storyLength is how many operations a story tells.
const storyLength = 14

// story tells the shortest beginning of the history that has no valid order: its last operations, and the
// states of the account that the operations before could have left.
func (v verdict) story(faults []fault) string {
	ends := make([]int64, 0, len(v.operations))
	for _, o := range v.operations {
		ends = append(ends, o.Return)
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	last, _ := slices.BinarySearchFunc(ends, false, func(end int64, _ bool) int {
		if v.possible(v.until(end)) {
			return -1
		}
		return 0
	})
	end := ends[min(last, len(ends)-1)]
	told := v.until(end)
	told = slices.DeleteFunc(told, func(o porcupine.Operation) bool { in, ok := o.Input.(input); return ok && in.do == over })
	slices.SortStableFunc(told, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	var story strings.Builder
	for _, f := range faults {
		fmt.Fprintf(&story, "  %s %s: %s\n", span(f.from, f.to), f.place(), f.what)
	}
	for _, o := range told[max(0, len(told)-storyLength):] {
		mark := " "
		if o.Return == end {
			mark = ">"
		}
		fmt.Fprintf(&story, "%s %s client %d: %s\n", mark, span(o.Call, o.Return), o.ClientId, v.model.DescribeOperation(o.Input, o.Output))
	}
	fmt.Fprintf(&story, "without the operation marked > this was possible: %s\n", strings.Join(v.without(told, end), "; or "))
	return story.String()
}

// until returns the operations up to a time. One that was not answered by then is open.
func (v verdict) until(end int64) (begun []porcupine.Operation) {
	for _, o := range v.operations {
		if in, ok := o.Input.(input); ok && in.do == over {
			o.Call, o.Return = end+1, end+2 // the beginning is a history of its own
			begun = append(begun, o)
			continue
		}
		if o.Call > end {
			continue
		}
		if o.Return > end {
			var open bool
			if o, open = unanswered(o); !open {
				continue
			}
		}
		begun = append(begun, o)
	}
	return begun
}

// unanswered returns the operation as it was before its answer came. A read without an answer is left out.
func unanswered(o porcupine.Operation) (porcupine.Operation, bool) {
	o.Return = open
	switch in := o.Input.(type) {
	case attempt:
		o.Output = response{unknown: true}
	case input:
		out := o.Output.(output)
		o.Output = output{unknown: true, status: out.status}
		return o, in.do != readBalance && in.do != readPayout
	}
	return o, true
}

func (v verdict) possible(operations []porcupine.Operation) bool {
	return porcupine.CheckOperationsTimeout(v.model, operations, checkLimit) != porcupine.Illegal
}

// without describes the states in which the operations without the last one may end.
func (v verdict) without(operations []porcupine.Operation, end int64) (states []string) {
	rest := slices.DeleteFunc(slices.Clone(operations), func(o porcupine.Operation) bool { return o.Return == end })
	_, info := porcupine.CheckOperationsVerbose(v.model, rest, checkLimit)
	for _, orders := range info.PartialLinearizationsOperations() {
		for _, order := range orders[:min(3, len(orders))] {
			state := v.model.Init()
			for _, o := range order {
				_, state = v.model.Step(state, o.Input, o.Output)
			}
			states = append(states, v.model.DescribeState(state))
		}
	}
	return states
}

func span(from, to int64) string {
	ms := func(at int64) string {
		if at == open {
			return "     ..."
		}
		return fmt.Sprintf("%8.1f", float64(at)/float64(time.Millisecond))
	}
	return ms(from) + " -" + ms(to) + " ms"
}
