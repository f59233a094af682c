package realtime

import (
	"context"
	"errors"

	"github.com/centrifugal/centrifuge"
)

// connecting lets in whoever has a connection token. A client whose token has
// expired is told so, and comes back with a new one; any other failure is final.
func (n *Node) connecting(_ context.Context, e centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
	g, err := n.tokens.connecting(e.Token)
	if errors.Is(err, errExpired) {
		return centrifuge.ConnectReply{}, centrifuge.ErrorTokenExpired
	}
	if err != nil {
		return centrifuge.ConnectReply{}, centrifuge.DisconnectInvalidToken
	}
	return centrifuge.ConnectReply{
		Credentials: &centrifuge.Credentials{UserID: g.user, ExpireAt: g.expiresAt}, ClientSideRefresh: true,
	}, nil
}

// connected gives the client what it may do. There is no handler for publishing,
// history, presence or calls, so that each of them is refused.
func (n *Node) connected(c *centrifuge.Client) {
	c.OnRefresh(func(e centrifuge.RefreshEvent, reply centrifuge.RefreshCallback) {
		reply(n.refresh(c.UserID(), e))
	})
	c.OnSubscribe(func(e centrifuge.SubscribeEvent, reply centrifuge.SubscribeCallback) {
		reply(n.subscribe(c.UserID(), e))
	})
	c.OnSubRefresh(func(e centrifuge.SubRefreshEvent, reply centrifuge.SubRefreshCallback) {
		reply(n.refreshSubscription(c.UserID(), e))
	})
}

// refresh lets a session go on with a new token of the same client.
func (n *Node) refresh(user string, e centrifuge.RefreshEvent) (centrifuge.RefreshReply, error) {
	g, err := n.tokens.connecting(e.Token)
	if errors.Is(err, errExpired) {
		return centrifuge.RefreshReply{Expired: true}, nil
	}
	if err != nil || g.user != user {
		return centrifuge.RefreshReply{}, centrifuge.DisconnectInvalidToken
	}
	return centrifuge.RefreshReply{ExpireAt: g.expiresAt}, nil
}

func (n *Node) subscribe(user string, e centrifuge.SubscribeEvent) (centrifuge.SubscribeReply, error) {
	g, err := n.tokens.subscribing(e.Token, user, e.Channel)
	if err != nil {
		return centrifuge.SubscribeReply{}, refused(err)
	}
	return centrifuge.SubscribeReply{
		Options: centrifuge.SubscribeOptions{ExpireAt: g.expiresAt}, ClientSideRefresh: true,
	}, nil
}

// refreshSubscription answers with an error where the token is no good: the library
// takes a reply without an expiry for one that never expires.
func (n *Node) refreshSubscription(user string, e centrifuge.SubRefreshEvent) (centrifuge.SubRefreshReply, error) {
	g, err := n.tokens.subscribing(e.Token, user, e.Channel)
	if err != nil {
		return centrifuge.SubRefreshReply{}, refused(err)
	}
	return centrifuge.SubRefreshReply{ExpireAt: g.expiresAt}, nil
}

func refused(err error) error {
	if errors.Is(err, errExpired) {
		return centrifuge.ErrorTokenExpired
	}
	return centrifuge.ErrorPermissionDenied
}
