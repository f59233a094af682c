package realtimeserver

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"gateway/domain"

	"github.com/centrifugal/centrifuge"
)

// peopleKey is the key in a connection's storage for the people whose tokens it presented.
const peopleKey = "people"

// peopleOf returns the storage of a new connection with the token.
func peopleOf(t verifiedToken) map[string]any {
	var people []int64
	if t.personID != 0 {
		people = []int64{t.personID}
	}
	return map[string]any{peopleKey: people}
}

// peopleOfConnection applies change to the people whose tokens the connection presented, and returns the
// result.
func peopleOfConnection(c *centrifuge.Client, change func([]int64) []int64) []int64 {
	storage, release := c.AcquireStorage()
	defer func() { release(storage) }()
	known, _ := storage[peopleKey].([]int64)
	known = change(slices.Clone(known))
	storage[peopleKey] = known
	return known
}

func unchanged(people []int64) []int64 { return people }

// checkPeople returns errMayNotListen if the person of a token that the connection presents, or another
// person of the connection, is removed. It stores the person first, so that DisconnectRemoved finds a person
// who is removed after the check. It stores nothing for a refused token.
func (n *Node) checkPeople(c *centrifuge.Client, t verifiedToken) error {
	noted := false
	all := peopleOfConnection(c, func(people []int64) []int64 {
		if t.personID != 0 && !slices.Contains(people, t.personID) {
			people, noted = append(people, t.personID), true
		}
		return people
	})
	for _, personID := range all {
		if err := n.checkPersonOf(c.Context(), c.UserID(), personID); err != nil {
			if noted {
				peopleOfConnection(c, func(people []int64) []int64 {
					return slices.DeleteFunc(people, func(id int64) bool { return id == t.personID })
				})
			}
			return err
		}
	}
	return nil
}

// checkPersonOf is checkPerson for a client's id in Centrifugo's protocol.
func (n *Node) checkPersonOf(ctx context.Context, user string, personID int64) error {
	clientID, err := strconv.ParseInt(user, 10, 64)
	if err != nil {
		return errMayNotListen
	}
	return n.checkPerson(ctx, clientID, personID)
}

// checkPerson returns errMayNotListen if the client no longer has this person. It accepts the person 0.
func (n *Node) checkPerson(ctx context.Context, clientID, personID int64) error {
	if personID == 0 || n.isPerson == nil {
		return nil
	}
	err := n.isPerson(ctx, clientID, personID)
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		return errMayNotListen
	}
	return err
}

// DisconnectAllRemoved is DisconnectRemoved for all clients.
func (n *Node) DisconnectAllRemoved(ctx context.Context) error {
	return n.disconnectRemoved(ctx, n.node.Hub().Connections())
}

// DisconnectRemoved ends the connections to this instance of people who were removed from these clients, and
// tells them not to reconnect. IsPerson must already refuse these people.
func (n *Node) DisconnectRemoved(ctx context.Context, clientIDs []int64) error {
	for _, id := range clientIDs {
		if err := n.disconnectRemoved(ctx, n.node.Hub().UserConnections(userID(id))); err != nil {
			return err
		}
	}
	return nil
}

// disconnectRemoved is DisconnectRemoved for some connections. It asks once per person.
func (n *Node) disconnectRemoved(ctx context.Context, connections map[string]*centrifuge.Client) error {
	type person struct {
		user string
		id   int64
	}
	removed := make(map[person]bool)
	for _, c := range connections {
		for _, id := range peopleOfConnection(c, unchanged) {
			p := person{c.UserID(), id}
			if _, known := removed[p]; !known {
				err := n.checkPersonOf(ctx, p.user, p.id)
				if err != nil && !errors.Is(err, errMayNotListen) {
					return err
				}
				removed[p] = err != nil
			}
			if removed[p] {
				c.Disconnect(centrifuge.DisconnectForceNoReconnect)
			}
		}
	}
	return nil
}
