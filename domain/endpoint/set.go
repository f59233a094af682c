package endpoint

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/feed"
	"gateway/domain/recovery"
	"gateway/domain/secret"
)

// Max is how many endpoints a client may have.
const Max = 10

// Aggregate folds the streams of clients' endpoints.
var Aggregate = domain.Aggregate[Set]{Category: "callback_endpoints", Evolve: Evolve}

// Stream names the stream of a client's endpoints.
func Stream(clientID int64) string { return Aggregate.Stream(strconv.FormatInt(clientID, 10)) }

// Set holds the endpoints of a client, by id.
type Set map[int64]Endpoint

// Endpoint is one of a client's endpoints.
type Endpoint struct {
	URL string
	// Events lists names of package feed; empty stands for all.
	Events []string
	Active bool
	// Run counts the runs, from 1.
	Run     int
	Secrets secret.Generations
	// SecretAt is when the present secret began. SecretByRecovery is true if a recovery made it, so that no
	// thief has seen it.
	SecretAt         time.Time
	SecretByRecovery bool
	// Gained is the last gain of the endpoint; the zero Item if the endpoint is off.
	Gained recovery.Item
}

// Evolve returns the state after the event.
func Evolve(s Set, event domain.Event) Set {
	changed := func(id int64, change func(*Endpoint)) Set {
		next := make(Set, len(s)+1)
		maps.Copy(next, s)
		e := next[id]
		change(&e)
		next[id] = e
		return next
	}
	switch e := event.(type) {
	case Added:
		return changed(e.EndpointID, func(p *Endpoint) {
			*p = Endpoint{
				URL: e.URL, Events: e.Events, Active: true, Run: 1, Secrets: secret.Generations{{MasterID: e.MasterID}}, SecretAt: e.At,
				Gained: e.Recovery().Gains,
			}
		})
	case Changed:
		return changed(e.EndpointID, func(p *Endpoint) {
			p.URL, p.Events, p.Active, p.Run, p.Gained = e.URL, e.Events, e.Active, e.Run, e.Recovery().Gains
		})
	case SecretRotated:
		return changed(e.EndpointID, func(p *Endpoint) {
			p.Secrets = p.Secrets.Rotated(secret.Generation{Number: e.Generation, MasterID: e.MasterID}, e.At, e.AtOnce)
			p.SecretAt, p.SecretByRecovery = e.At, e.AtOnce
		})
	case Removed:
		next := maps.Clone(s)
		delete(next, e.EndpointID)
		return next
	}
	return s
}

// Add gives the client another endpoint. It sorts Events and removes duplicates. Checks: the endpoint exists:
// nothing happens; invalid_field events; too_many_endpoints.
func Add(s Set, cmd Added) ([]domain.Event, error) {
	if _, exists := s[cmd.EndpointID]; exists {
		return nil, nil
	}
	events, err := chosen(cmd.Events)
	if err != nil {
		return nil, err
	}
	if len(s) >= Max {
		return nil, domain.Refuse(domain.Conflict, "too_many_endpoints", "a client may have %d callback endpoints: delete one first", Max)
	}
	cmd.Events = events
	return []domain.Event{cmd}, nil
}

// Change changes the endpoint. It ignores the command's Run: switching on begins the next run. Checks:
// not_found; invalid_field events; no change: nothing happens.
func Change(s Set, cmd Changed) ([]domain.Event, error) {
	now, exists := s[cmd.EndpointID]
	if !exists {
		return nil, notFound()
	}
	events, err := chosen(cmd.Events)
	if err != nil {
		return nil, err
	}
	cmd.Events, cmd.Run = events, now.Run
	if cmd.Active && !now.Active {
		cmd.Run++
	}
	if cmd.URL == now.URL && cmd.Active == now.Active && slices.Equal(events, now.Events) {
		return nil, nil
	}
	return []domain.Event{cmd}, nil
}

// Remove removes the endpoint. Refusal: not_found.
func Remove(s Set, cmd Removed) ([]domain.Event, error) {
	if _, exists := s[cmd.EndpointID]; !exists {
		return nil, notFound()
	}
	return []domain.Event{cmd}, nil
}

// RotateSecret replaces the endpoint's secret by one of the command's master secret. The former secret signs
// beside it for secret.Overlap. The command's Generation is ignored. Refusal: not_found.
func RotateSecret(s Set, cmd SecretRotated) ([]domain.Event, error) {
	now, exists := s[cmd.EndpointID]
	if !exists {
		return nil, notFound()
	}
	cmd.Generation = now.Secrets.Present().Number + 1
	return []domain.Event{cmd}, nil
}

func notFound() error { return domain.Refuse(domain.NotFound, "not_found", "not found") }

// CheckEvents checks a choice of entries: invalid_field events.
func CheckEvents(events []string) error {
	for _, name := range events {
		if !feed.Known(name) {
			return domain.InvalidField("events", "%q is no event: * or %v", name, feed.Names)
		}
	}
	return nil
}

// chosen checks a choice of entries, and sorts it. A choice of all names becomes empty.
func chosen(events []string) ([]string, error) {
	if err := CheckEvents(events); err != nil {
		return nil, err
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(events)))
	if len(sorted) == len(feed.Names) {
		return nil, nil
	}
	return sorted, nil
}
