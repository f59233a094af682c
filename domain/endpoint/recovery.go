package endpoint

import (
	"maps"
	"net/url"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/recovery"
)

// Recovery implements recovery.Declarer.
func (e Added) Recovery() recovery.Change { return gained(e.EndpointID, e.URL, e.By, e.At) }

// Recovery implements recovery.Declarer.
func (e Changed) Recovery() recovery.Change {
	if !e.Active {
		return recovery.Change{Ends: []recovery.Item{{Kind: recovery.Endpoint, Of: e.EndpointID}}}
	}
	return gained(e.EndpointID, e.URL, e.By, e.At)
}

func gained(id int64, address, by string, at time.Time) recovery.Change {
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Endpoint, Of: id, Label: Host(address), By: by, At: at}}
}

// Recovery implements recovery.Declarer.
func (e Removed) Recovery() recovery.Change {
	return recovery.Change{Ends: []recovery.Item{{Kind: recovery.Endpoint, Of: e.EndpointID}, {Kind: recovery.Secret, Of: e.EndpointID}}}
}

// Recovery implements recovery.Declarer. A rotation that is part of a recovery gives nothing.
func (e SecretRotated) Recovery() recovery.Change {
	if e.AtOnce {
		return recovery.Change{Ends: []recovery.Item{{Kind: recovery.Secret, Of: e.EndpointID}}}
	}
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Secret, Of: e.EndpointID, By: e.By, At: e.At}}
}

// Recovery implements recovery.Declarer: the progress of deliveries gives nothing.
func (Progressed) Recovery() recovery.Change { return recovery.Change{} }
func (Failing) Recovery() recovery.Change    { return recovery.Change{} }
func (Recovered) Recovery() recovery.Change  { return recovery.Change{} }

// Recovery implements recovery.Declarer: what is sent again goes to an endpoint that is there.
func (ResendRequested) Recovery() recovery.Change { return recovery.Change{} }

// Host returns the host of a URL without path and query, which may hold secrets.
func Host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// RecoverCmd undoes what endpoints gained from Since to Until, as part of the recovery made at the time Of.
// MasterID names the master secret of their next secrets.
type RecoverCmd struct {
	ClientID         int64
	Since, Until, Of time.Time
	MasterID, By     string
	At               time.Time
}

// Recover switches off the endpoints that were gained in that time, and rotates the secret of every endpoint
// at once, because a thief may have seen any of them. Repeating it does what is left to do.
func Recover(s Set, cmd RecoverCmd) ([]domain.Event, error) {
	var events []domain.Event
	for _, id := range slices.Sorted(maps.Keys(s)) {
		e := s[id]
		if e.Gained.Kind != "" && e.Gained.Within(cmd.Since, cmd.Until) {
			events = append(events, Changed{
				EndpointID: id, ClientID: cmd.ClientID, URL: e.URL, Events: e.Events, Active: false, Run: e.Run, By: cmd.By, At: cmd.At,
			})
		}
		done := e.SecretByRecovery && !e.SecretAt.Before(cmd.Of)
		if !done && !e.SecretAt.After(cmd.Until) {
			events = append(events, SecretRotated{
				EndpointID: id, ClientID: cmd.ClientID, Generation: e.Secrets.Present().Number + 1, MasterID: cmd.MasterID, AtOnce: true,
				By: cmd.By, At: cmd.At,
			})
		}
	}
	return events, nil
}

// Gained returns what endpoints gained since the given time.
func (s Set) Gained(since time.Time) (items recovery.Items) {
	for _, id := range slices.Sorted(maps.Keys(s)) {
		if g := s[id].Gained; g.Kind != "" && !g.At.Before(since) {
			items = append(items, g)
		}
	}
	return items
}
