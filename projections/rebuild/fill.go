package rebuild

import (
	"context"
	"errors"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// finalEvents is the maximum number of events that may be left to apply while the
// serving model is frozen.
const finalEvents = 500

// fill loads shadows until each is within finalEvents of its goal.
func (r *Rebuilder) fill(ctx context.Context, shadows []*shadow, o Options) error {
	for {
		served, err := r.servedCheckpoints(ctx, r.models)
		if err != nil {
			return err
		}
		loading := setGoals(shadows, served, highestPosition(served, r.models), o.Verify)
		_, until := loadRange(loading)
		// This counts events, because a position may be a byte offset.
		n, err := r.load(ctx, loading, func(at eventstore.Position) {
			if o.Progress != nil {
				o.Progress(at.Commit, until.Commit)
			}
		})
		if err != nil || n <= finalEvents {
			return err
		}
	}
}

// setGoals sets the position up to which each shadow is loaded: the highest position of the serving models
// or, for a halted model that is to be compared first, the position at which it halted. It returns the
// shadows that can be loaded.
func setGoals(shadows []*shadow, served map[string]engine.Checkpoint, highest eventstore.Position, verify bool) (loading []*shadow) {
	for _, s := range shadows {
		s.goal = highest
		if c := served[s.model.Name()]; verify && c.State == engine.StateHalted && s.position.Before(c.Position) {
			s.goal = c.Position
		}
		if s.poisoned == nil {
			loading = append(loading, s)
		}
	}
	return loading
}

// highestPosition returns the highest position of the serving models. A shadow is not loaded beyond it,
// because the engine would then treat all other models as lagging.
func highestPosition(served map[string]engine.Checkpoint, models []engine.Model) (highest eventstore.Position) {
	for _, m := range models {
		if c := served[m.Name()]; highest.Before(c.Position) {
			highest = c.Position
		}
	}
	return highest
}

// loadToHighest loads a shadow up to the highest position of the serving models.
func (r *Rebuilder) loadToHighest(ctx context.Context, s *shadow) error {
	served, err := r.servedCheckpoints(ctx, r.models)
	if err != nil {
		return err
	}
	s.goal = highestPosition(served, r.models)
	_, err = r.load(ctx, []*shadow{s}, func(eventstore.Position) {})
	return errors.Join(err, s.poisoned)
}

// applyFinalEvents applies the last events to a shadow, up to the position of the
// frozen model. A shadow that is ahead of a halted model stays ahead. Error:
// errTooFarBehind.
func (r *Rebuilder) applyFinalEvents(ctx context.Context, s *shadow, until eventstore.Position) error {
	s.goal = until
	for left := finalEvents; s.position.Before(until); {
		page, err := r.log.Store().ReadAll(ctx, s.position, finalEvents+1)
		if err != nil {
			return err
		}
		page = engine.UpTo(page, until)
		if left -= len(page); left < 0 || len(page) == 0 {
			return errTooFarBehind
		}
		if err := errors.Join(s.apply(ctx, engine.DecodePage(r.log, page)), s.poisoned); err != nil {
			return err
		}
	}
	return nil
}
