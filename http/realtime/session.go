package realtime

import (
	"context"
	"errors"
	"strconv"

	"gateway/domain"

	"github.com/centrifugal/centrifuge"
)

// errShutOut says that the client may not listen now, whatever its token says.
var errShutOut = errors.New("the client may not listen")

// connecting lets in whoever has a connection token and may listen. A client whose
// token has expired is told so, and comes back with a new one.
func (n *Node) connecting(ctx context.Context, e centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
	g, err := n.tokens.connecting(e.Token)
	if errors.Is(err, errExpired) {
		return centrifuge.ConnectReply{}, centrifuge.ErrorTokenExpired
	}
	if err != nil {
		return centrifuge.ConnectReply{}, centrifuge.DisconnectInvalidToken
	}
	if err := n.mayListen(ctx, g.user); errors.Is(err, errShutOut) {
		return centrifuge.ConnectReply{}, centrifuge.DisconnectForceNoReconnect
	} else if err != nil {
		return centrifuge.ConnectReply{}, centrifuge.ErrorInternal
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
		reply(n.subscribe(c.Context(), c.UserID(), e))
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

// subscribe asks once more who may listen: the client is where Cut finds it by now.
func (n *Node) subscribe(ctx context.Context, user string, e centrifuge.SubscribeEvent) (centrifuge.SubscribeReply, error) {
	g, err := n.tokens.subscribing(e.Token, user, e.Channel)
	if err == nil {
		err = n.mayListen(ctx, user)
	}
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
	switch {
	case errors.Is(err, errExpired):
		return centrifuge.ErrorTokenExpired
	case errors.Is(err, errInvalid), errors.Is(err, errShutOut):
		return centrifuge.ErrorPermissionDenied
	}
	return centrifuge.ErrorInternal
}

// mayListen gives errShutOut to who may not; any other error says nothing about that.
func (n *Node) mayListen(ctx context.Context, user string) error {
	id, err := strconv.ParseInt(user, 10, 64)
	if err != nil {
		return errShutOut
	}
	err = n.may(ctx, id)
	var refusal *domain.Refusal
	if errors.As(err, &refusal) {
		return errShutOut
	}
	return err
}
