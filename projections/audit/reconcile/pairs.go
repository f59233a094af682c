package reconcile

import (
	"maps"
	"slices"

	"gateway/domain/difference"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// pair is an item on both sides; one of them may be nil.
type pair struct {
	reference   string
	here, there *Item
}

// pairUp pairs the items of each reference: first items with the same id, then with the same amount, then the
// rest in order. It leaves out items of another day that find no partner.
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
		func(h, t *Item) bool { return h.Amount.Equal(t.Amount) && !h.otherDay },
		func(h, t *Item) bool { return h.Amount.Equal(t.Amount) },
		func(h, _ *Item) bool { return !h.otherDay },
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
	return slices.DeleteFunc(pairs, pair.isOfOtherDay)
}

// isOfOtherDay reports whether the pair does not belong to the period.
func (p pair) isOfOtherDay() bool {
	return (p.here == nil || p.here.otherDay) && (p.there == nil || p.there.otherDay)
}

func sameID(here, there *Item) bool {
	return there.ID == here.ID || there.ID == here.alias && here.alias != "" || there.alias == here.ID && there.alias != ""
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

// effect is how much more money is at the provider than the log says.
func (p pair) effect() decimal.Decimal {
	effect := decimal.Zero
	if p.there != nil {
		effect = p.there.Effect
	}
	if p.here != nil {
		effect = effect.Sub(p.here.Effect)
	}
	return effect
}

// problem returns how the two items differ, or "" when they agree.
func (p pair) problem() string {
	switch {
	case p.here == nil:
		return difference.MissingHere
	case p.there == nil && isOursAlone(p.here.Status):
		return "" // the provider need not have it
	case p.there == nil:
		return difference.MissingThere
	case !p.here.Amount.Equal(p.there.Amount):
		return difference.AmountDiffers
	case !p.agree():
		return difference.StatusDiffers
	case !p.effect().IsZero():
		return difference.BookedOtherwise
	}
	return ""
}

func isOursAlone(s report.Status) bool {
	return s == report.Failed || s == difference.ByHand || s == difference.Opening
}

// agree compares the statuses. A transfer made by hand agrees with one that failed or came back at the
// provider. A payout that failed agrees with one that came back: the provider's first API reports FAILED for
// both, and a transfer that came back before we saw it completed counts as failed here.
func (p pair) agree() bool {
	cameToNothing := func(s report.Status) bool { return s == report.Failed || s == report.Reversed }
	switch p.here.Status {
	case difference.ByHand:
		return cameToNothing(p.there.Status)
	case report.Failed, report.Reversed:
		return cameToNothing(p.there.Status)
	case difference.Opening:
		return true
	}
	return p.here.Status == p.there.Status
}
