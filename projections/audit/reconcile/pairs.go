package reconcile

import (
	"maps"
	"slices"

	"gateway/domain/report"
)

// pair is an item on both sides; one of them may be nil.
type pair struct {
	reference   string
	here, there *Item
}

// pairUp pairs the items of each reference: first those with the same id, then those
// with the same amount, then the rest in order.
func pairUp(here, there itemsByReference) []pair {
	references := make(map[string]bool)
	for reference := range here {
		references[reference] = true
	}
	for reference := range there {
		references[reference] = true
	}
	var all []pair
	for _, reference := range slices.Sorted(maps.Keys(references)) {
		all = append(all, pairsOf(reference, here[reference], there[reference])...)
	}
	return all
}

func pairsOf(reference string, here, there []*Item) (pairs []pair) {
	here, there = slices.Clone(here), slices.Clone(there)
	for _, same := range []func(here, there *Item) bool{
		sameID,
		func(h, t *Item) bool { return h.Amount.Equal(t.Amount) },
		func(_, _ *Item) bool { return true },
	} {
		here = slices.DeleteFunc(here, func(h *Item) bool {
			i := slices.IndexFunc(there, func(t *Item) bool { return same(h, t) })
			if i < 0 {
				return false
			}
			pairs = append(pairs, pair{reference, h, there[i]})
			there = slices.Delete(there, i, i+1)
			return true
		})
	}
	for _, h := range here {
		pairs = append(pairs, pair{reference, h, nil})
	}
	for _, t := range there {
		pairs = append(pairs, pair{reference, nil, t})
	}
	return pairs
}

func sameID(here, there *Item) bool {
	return there.ID == here.ID || there.ID == here.alias && here.alias != ""
}

// take returns the first item without a partner, or nil.
func take(items []*Item, taken map[string]bool) *Item {
	for _, i := range items {
		if !taken[i.ID] {
			taken[i.ID] = true
			return i
		}
	}
	return nil
}

// problem returns how the two items differ, or "" when they agree.
func (p pair) problem() string {
	switch {
	case p.here == nil:
		return MissingHere
	case p.there == nil && (p.here.Status == report.Failed || p.here.Status == ByHand):
		return "" // the provider need not have it
	case p.there == nil:
		return MissingThere
	case !p.here.Amount.Equal(p.there.Amount):
		return AmountDiffer
	case !p.agree():
		return StatusDiffer
	}
	return ""
}

// agree compares the statuses. A transfer made by hand agrees with one that failed at
// the provider. PAID here agrees with SETTLED there unless the client waits for
// settling: the provider does not notify of settling for all products, and then it
// moves no money.
func (p pair) agree() bool {
	if p.here.Status == ByHand {
		return p.there.Status == report.Failed
	}
	if p.here.Status == report.Paid && p.there.Status == report.Settled {
		return !p.here.waits
	}
	return p.here.Status == p.there.Status
}
