package reactor

import (
	"context"

	"gateway/projections/engine"
)

// Status implements Reactor. While another instance posts, Status returns what that instance last saved
// with the checkpoint.
func (p *Posting) Status(ctx context.Context) (engine.Status, error) {
	s := engine.Status{Name: postingName, State: engine.StateLive}
	p.mu.Lock()
	running := p.running
	s.Position, s.Error = p.position.Commit, describeParked(p.parked)
	p.mu.Unlock()
	if running {
		return s, nil
	}
	saved, _, err := p.rows.Checkpoint(ctx, postingName)
	s.Position, s.Error = saved.Position.Commit, saved.Error
	return s, err
}

// Parked returns how many clients are parked, and whether this process is the one that posts.
func (p *Posting) Parked() (clients int, posts bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.parked), p.running
}

func (p *Posting) parkedProblem() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return describeParked(p.parked)
}

func (p *Posting) setRunning(running bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = running
}
