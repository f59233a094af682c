package endpoint

import (
	"slices"
	"time"

	"gateway/domain"
)

// ResendCmd asks for an attempt at once to deliver an entry.
type ResendCmd struct {
	EndpointID, ClientID int64
	Run                  int
	// Ordinal and Resource are those of an entry that was attempted before.
	Ordinal  int64
	Resource string
	By       string
	At       time.Time
}

// Resend makes an entry due at once. An earlier pending entry of its resource goes first, and becomes due with it. While
// the endpoint is down the oldest pending entry of all goes first, and the others follow once that one is taken. Nothing
// happens if the entry and all that go before it are due already. Refusal: too_many_requests, if MaxPending others are pending.
func Resend(l Queue, cmd ResendCmd) ([]domain.Event, error) {
	pending := slices.Clone(l.Progress.Pending)
	changed := false
	if !l.IsPending(cmd.Ordinal) {
		if len(pending) >= MaxPending {
			return nil, domain.Refuse(domain.TooMany, "too_many_requests",
				"%d deliveries of the endpoint are to be sent again already: wait until it takes some", MaxPending)
		}
		pending = append(pending, Pending{Ordinal: cmd.Ordinal, Resource: cmd.Resource, Since: cmd.At, NextAt: cmd.At})
		slices.SortFunc(pending, func(a, b Pending) int { return int(a.Ordinal - b.Ordinal) })
		changed = true
	}
	for i := range pending {
		p := &pending[i]
		goesFirst := p.Resource == cmd.Resource && p.Ordinal <= cmd.Ordinal || l.Down() && i == 0
		if goesFirst && p.NextAt.After(cmd.At) {
			p.NextAt, changed = cmd.At, true
		}
	}
	if !changed {
		return nil, nil
	}
	return []domain.Event{ResendRequested{
		EndpointID: cmd.EndpointID, ClientID: cmd.ClientID, Run: cmd.Run, Ordinal: cmd.Ordinal, Resource: cmd.Resource,
		Pending: pending, By: cmd.By, At: cmd.At,
	}}, nil
}
