package secondfactor

import (
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/recovery"
)

// Recovery implements recovery.Declarer.
func (e SetUp) Recovery() recovery.Change {
	return recovery.Change{Gains: recovery.Item{Kind: recovery.SecondFactor, Of: ownerID(e.Owner), By: e.By, At: e.At}}
}

// Recovery implements recovery.Declarer.
func (e Removed) Recovery() recovery.Change {
	return recovery.Change{Ends: []recovery.Item{{Kind: recovery.SecondFactor, Of: ownerID(e.Owner)}}}
}

// Recovery implements recovery.Declarer: a secret counts once it is confirmed, and a code that was used gives nothing.
func (Begun) Recovery() recovery.Change            { return recovery.Change{} }
func (CodeUsed) Recovery() recovery.Change         { return recovery.Change{} }
func (RecoveryCodeUsed) Recovery() recovery.Change { return recovery.Change{} }

// ownerID returns the id at the end of an owner's name.
func ownerID(owner string) int64 {
	_, id, _ := strings.Cut(owner, ":")
	n, _ := strconv.ParseInt(id, 10, 64) // an owner's name ends with the id
	return n
}

// Gained returns the second factor if it was set up since the given time.
func (s State) Gained(since time.Time) recovery.Items {
	if s.Active == 0 || s.Gain.At.Before(since) {
		return nil
	}
	return recovery.Items{s.Gain}
}

// RemoveGained decides a RemoveCmd for a second factor that was set up from since to until. Nothing happens
// to a second factor from another time.
func RemoveGained(s State, since, until time.Time, cmd RemoveCmd) ([]domain.Event, error) {
	if s.Active == 0 || !s.Gain.Within(since, until) {
		return nil, nil
	}
	return Remove(s, cmd)
}
