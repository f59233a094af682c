package verify

import (
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/engine"
)

// replay rebuilds the read models in a scratch schema, each up to the position at which it serves, and
// compares them. A model whose replay fails does not stop the others.
type replay struct {
	in       Installation
	served   *served
	models   []engine.Model // the models to compare
	scratch  *scratch       // nil before it was created
	replayer *engine.Replayer
	failed   bool // the replay could not continue; the report says why
}

// beginReplay creates the scratch schema, and reports the models that are halted or ahead of the log.
func (s *served) beginReplay(ctx context.Context, in Installation, head eventstore.Position, r *Report) *replay {
	p := &replay{in: in, served: s}
	if s.checkpoints == nil {
		p.failed = true
		return p
	}
	for _, m := range in.Models {
		c, known := s.checkpoints[m.Name()]
		switch {
		case !known:
			r.addUnchecked(modelsCheck, m.Name(), errors.New("it was never built: start the gateway"))
			continue
		case head.Before(c.Position):
			r.addFinding(modelsCheck, m.Name(), "stands at %d, beyond the head of the log at %d: the log has lost events",
				c.Position.Commit, head.Commit)
			continue
		case c.State == engine.StateHalted:
			r.addFinding(modelsCheck, m.Name(), "is halted at %d: %s", c.Position.Commit, c.Error)
		}
		p.models = append(p.models, m)
	}
	if err := p.create(ctx); err != nil {
		p.fail(r, err)
	}
	return p
}

func (p *replay) fail(r *Report, err error) {
	p.failed = true
	r.addUnchecked(modelsCheck, "the replay", err)
}

func (p *replay) create(ctx context.Context) (err error) {
	if p.scratch, err = createScratch(ctx, p.in.Read, p.in.ReadURL); err != nil {
		return err
	}
	if err := migrations.ReadModel(ctx, p.scratch.db.DB); err != nil {
		return err
	}
	p.replayer, err = engine.NewReplayer(ctx, p.scratch.db.DB, p.models...)
	return err
}

func (p *replay) apply(ctx context.Context, events []eventstore.Envelope, r *Report) {
	for _, m := range p.models {
		if p.failed {
			return
		}
		until := p.served.checkpoints[m.Name()].Position
		n := 0
		for n < len(events) && !until.Before(events[n].Position) {
			n++
		}
		if err := p.replayer.Apply(ctx, m, events[:n]); err != nil {
			p.fail(r, err)
		}
	}
}

// compare reports the tables that differ from their replay.
func (p *replay) compare(ctx context.Context, r *Report) {
	for _, m := range p.models {
		if p.failed {
			return
		}
		if err := p.replayer.Stopped(m); err != nil {
			r.addFinding(modelsCheck, m.Name(), "can't be replayed: %v", err)
			continue
		}
		for _, table := range m.Tables() {
			served, exists := p.served.hashes[table]
			if !exists {
				continue
			}
			replayed, err := hash(ctx, p.scratch.db, table)
			if err != nil {
				p.fail(r, err)
				return
			}
			if replayed != served {
				r.add(Finding{
					Check: modelsCheck, Subject: "table " + table,
					Problem: fmt.Sprintf("differs from a replay (%s, replayed %s)", served, replayed),
					Rows:    differingRows(ctx, p.in.Read, p.scratch.name, table),
				})
			}
		}
	}
}

// close drops the scratch schema.
func (p *replay) close(ctx context.Context, r *Report) {
	if p.replayer != nil {
		p.replayer.Close()
	}
	if p.scratch == nil {
		return
	}
	if err := p.scratch.drop(ctx); err != nil {
		r.addUnchecked(modelsCheck, "the scratch schema "+p.scratch.name, err)
	}
}
