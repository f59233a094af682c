// Package recovery says what an account gained since a given time, so that a thief who had access keeps
// nothing. Each event type of an account, its people, keys, endpoints, secrets and second factors declares
// what it gives; the log alone determines what was gained. The packages of these things decide what to do
// about it.
package recovery

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
)

// Kind is the kind of thing that was gained.
type Kind string

// The kinds.
const (
	// Person: somebody joined, or got another role.
	Person Kind = "person"
	// Invitation: somebody was invited and has not joined.
	Invitation Kind = "invitation"
	// Password: a person's password changed.
	Password Kind = "password"
	// Key: an API key was issued.
	Key Kind = "api_key"
	// Endpoint: a callback endpoint was added, changed or switched on.
	Endpoint Kind = "callback_endpoint"
	// Secret: a callback secret was rotated, either that of an endpoint or the client's own (Of is 0).
	Secret Kind = "secret"
	// SecondFactor: a person set up a second factor.
	SecondFactor Kind = "second_factor"
	// Withdrawal and Settlement: a payout was requested, and is open.
	Withdrawal Kind = "withdrawal"
	Settlement Kind = "settlement"
	// Refund: a refund by transfer was requested, and is open.
	Refund Kind = "refund"
)

// Item is one thing that was gained.
type Item struct {
	Kind Kind `json:"kind"`
	// Of is the id of the thing within its kind.
	Of int64 `json:"of"`
	// Label is how people recognise it: an address, the masked key, a host.
	Label string `json:"label"`
	// Was is the role that a person had before a recovery, empty for any other kind.
	Was string `json:"was,omitempty"`
	// By is the actor who did it, by the name in events; empty if the event does not say.
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// ID names the item within an account, such as `person-12`.
func (i Item) ID() string { return string(i.Kind) + "-" + strconv.FormatInt(i.Of, 10) }

// Restorable reports whether the owner can get the thing back as it was. A password, a secret, a second
// factor and a payout must be made again instead.
func (i Item) Restorable() bool {
	return i.Kind == Person || i.Kind == Invitation || i.Kind == Key || i.Kind == Endpoint
}

// Within reports whether the item was gained at or after since, and not after until.
func (i Item) Within(since, until time.Time) bool { return !i.At.Before(since) && !i.At.After(until) }

// Change is the effect of an event on what an account has: the event gives the items in Gains, and takes away
// the items that Ends names by kind and id. The zero Change has no effect.
type Change struct {
	Gains Item
	Ends  []Item
}

// Kinds lists the kinds.
func Kinds() []string {
	return []string{
		string(Person), string(Invitation), string(Password), string(Key), string(Endpoint), string(Secret), string(SecondFactor),
		string(Withdrawal), string(Settlement), string(Refund),
	}
}

// Declarer is an event that declares what it changes. Each event type of packages account, person, endpoint
// and secondfactor must implement it; a test of package catalogue checks this.
type Declarer interface {
	domain.Event
	Recovery() Change
}

// Of returns what the event changes; the zero Change for an event that declares nothing.
func Of(event domain.Event) Change {
	if d, ok := event.(Declarer); ok {
		return d.Recovery()
	}
	return Change{}
}

// Items lists what an account gained, each thing once, with its last gain.
type Items []Item

// With returns the items after an event.
func (items Items) With(event domain.Event) Items {
	change := Of(event)
	if change.Gains.Kind == "" && len(change.Ends) == 0 {
		return items
	}
	label := change.Gains.Label
	next := slices.DeleteFunc(slices.Clone(items), func(i Item) bool {
		same := i.Kind == change.Gains.Kind && i.Of == change.Gains.Of
		if same && label == "" {
			label = i.Label
		}
		ended := slices.ContainsFunc(change.Ends, func(e Item) bool { return i.Kind == e.Kind && i.Of == e.Of })
		if ended && i.Kind == Invitation && label == "" {
			label = i.Label // the person who joins keeps the address of the invitation
		}
		return same || ended
	})
	if change.Gains.Kind != "" {
		change.Gains.Label = label
		next = append(next, change.Gains)
	}
	return next
}

// Since returns the items that were gained since the given time, oldest first.
func (items Items) Since(since time.Time) Items {
	return slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return i.At.Before(since) })
}

// Find returns the item with this ID. ok is false if there is none.
func (items Items) Find(id string) (item Item, ok bool) {
	i := slices.IndexFunc(items, func(i Item) bool { return i.ID() == id })
	if i < 0 {
		return Item{}, false
	}
	return items[i], true
}

// Lines returns one line of text for each item, for a mail.
func (items Items) Lines() []string {
	lines := make([]string, len(items))
	for n, i := range items {
		lines[n] = strings.TrimSpace(string(i.Kind)+" "+i.Label) + ", " + i.At.UTC().Format("2006-01-02 15:04 UTC")
	}
	return lines
}
