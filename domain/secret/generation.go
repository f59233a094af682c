package secret

import (
	"slices"
	"time"
)

// Overlap is how long a replaced secret signs beside the new one, so that a merchant can change it without a gap.
const Overlap = 24 * time.Hour

// maxFormer limits the number of signatures on one delivery, however often a secret is rotated.
const maxFormer = 3

// Generation names a secret that signs. It is derived from a master secret, and never stored.
type Generation struct {
	// Number counts the rotations, from 0.
	Number int
	// MasterID names the master secret (Ring.ByID).
	MasterID string
	// Until is when a replaced secret stops signing; nil for the present one.
	Until *time.Time
}

// Generations lists the present secret, then those that it replaced, newest first. Nil stands for no secret.
type Generations []Generation

// Present returns the secret that no other one has replaced.
func (g Generations) Present() Generation {
	if len(g) == 0 {
		return Generation{}
	}
	return g[0]
}

// SigningAt returns the secrets that sign at the given time.
func (g Generations) SigningAt(at time.Time) Generations {
	return slices.DeleteFunc(slices.Clone(g), func(s Generation) bool { return s.Until != nil && !at.Before(*s.Until) })
}

// Rotated returns the secrets after next replaced the present one at the given time. If atOnce is true, no former
// secret signs beside it, because a thief may have it.
func (g Generations) Rotated(next Generation, at time.Time, atOnce bool) Generations {
	former := g.SigningAt(at)
	if len(former) == 0 || atOnce {
		return Generations{next}
	}
	former[0].Until = new(at.Add(Overlap))
	return append(Generations{next}, former[:min(len(former), maxFormer)]...)
}
