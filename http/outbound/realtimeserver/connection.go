package realtimeserver

import (
	"context"
	"errors"
	"strconv"

	"gateway/domain"
	"gateway/http/server/strangers"

	"github.com/centrifugal/centrifuge"
)

// errMayNotListen says that MayListen refused the client.
var errMayNotListen = errors.New("the client may not listen")

// onConnecting accepts a client that has a valid connection token and may listen. A client with an expired
// token gets an error that makes it reconnect with a new one.
func (n *Node) onConnecting(ctx context.Context, e centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
	token, err := n.tokens.verifyConnection(e.Token)
	if errors.Is(err, errExpired) {
		return centrifuge.ConnectReply{}, centrifuge.ErrorTokenExpired
	}
	if err != nil {
		return centrifuge.ConnectReply{}, centrifuge.DisconnectInvalidToken
	}
	if err := n.checkMayListen(ctx, token); errors.Is(err, errMayNotListen) {
		return centrifuge.ConnectReply{}, centrifuge.DisconnectForceNoReconnect
	} else if errors.Is(err, errExpired) {
		return centrifuge.ConnectReply{}, centrifuge.ErrorTokenExpired
	} else if err != nil {
		return centrifuge.ConnectReply{}, centrifuge.ErrorInternal
	}
	strangers.Known(ctx)
	return centrifuge.ConnectReply{
		Credentials: &centrifuge.Credentials{UserID: token.clientID, ExpireAt: token.expiresAt}, ClientSideRefresh: true,
		Storage: peopleOf(token),
	}, nil
}

// onConnect sets the handlers of a connection. The library refuses requests without a handler: publishing,
// history, presence and remote calls.
func (n *Node) onConnect(c *centrifuge.Client) {
	c.OnRefresh(func(e centrifuge.RefreshEvent, reply centrifuge.RefreshCallback) {
		reply(n.onRefresh(c, e))
	})
	c.OnSubscribe(func(e centrifuge.SubscribeEvent, reply centrifuge.SubscribeCallback) {
		reply(n.onSubscribe(c, e))
	})
	c.OnSubRefresh(func(e centrifuge.SubRefreshEvent, reply centrifuge.SubRefreshCallback) {
		reply(n.onSubRefresh(c, e))
	})
}

// onRefresh extends a connection with a new token of the same client.
func (n *Node) onRefresh(c *centrifuge.Client, e centrifuge.RefreshEvent) (centrifuge.RefreshReply, error) {
	token, err := n.tokens.verifyConnection(e.Token)
	if errors.Is(err, errExpired) {
		return centrifuge.RefreshReply{Expired: true}, nil
	}
	if err != nil || token.clientID != c.UserID() {
		return centrifuge.RefreshReply{}, centrifuge.DisconnectInvalidToken
	}
	if err := n.checkPeople(c, token); errors.Is(err, errMayNotListen) {
		return centrifuge.RefreshReply{}, centrifuge.DisconnectForceNoReconnect
	} else if err != nil {
		return centrifuge.RefreshReply{}, centrifuge.ErrorInternal
	}
	return centrifuge.RefreshReply{ExpireAt: token.expiresAt}, nil
}

// onSubscribe accepts a subscription with a valid token. It checks again that the client may listen, because
// Disconnect may have missed a client that was suspended while it connected. From now on Disconnect finds the
// connection.
func (n *Node) onSubscribe(c *centrifuge.Client, e centrifuge.SubscribeEvent) (centrifuge.SubscribeReply, error) {
	token, err := n.tokens.verifySubscription(e.Token, c.UserID(), e.Channel)
	if err == nil {
		err = n.checkMayListen(c.Context(), token)
	}
	if err == nil {
		err = n.checkPeople(c, token)
	}
	if err != nil {
		return centrifuge.SubscribeReply{}, asProtocolError(err)
	}
	return centrifuge.SubscribeReply{
		Options: centrifuge.SubscribeOptions{ExpireAt: token.expiresAt}, ClientSideRefresh: true,
	}, nil
}

// onSubRefresh extends a subscription with a new token. For a bad token it returns an error, because the
// library would treat a reply without expiry as a subscription that never expires.
func (n *Node) onSubRefresh(c *centrifuge.Client, e centrifuge.SubRefreshEvent) (centrifuge.SubRefreshReply, error) {
	token, err := n.tokens.verifySubscription(e.Token, c.UserID(), e.Channel)
	if err == nil {
		err = n.checkPeople(c, token)
	}
	if err != nil {
		return centrifuge.SubRefreshReply{}, asProtocolError(err)
	}
	return centrifuge.SubRefreshReply{ExpireAt: token.expiresAt}, nil
}

// asProtocolError returns the error that the client gets.
func asProtocolError(err error) error {
	switch {
	case errors.Is(err, errExpired):
		return centrifuge.ErrorTokenExpired
	case errors.Is(err, errInvalid), errors.Is(err, errMayNotListen):
		return centrifuge.ErrorPermissionDenied
	}
	return centrifuge.ErrorInternal
}

// checkMayListen returns errMayNotListen if MayListen refuses the client or the token's person is removed,
// and errExpired if all access of the client was ended after the token was issued. Any other error means that
// this could not be determined.
func (n *Node) checkMayListen(ctx context.Context, token verifiedToken) error {
	id, err := strconv.ParseInt(token.clientID, 10, 64)
	if err != nil {
		return errMayNotListen
	}
	err = n.mayListen(ctx, id)
	var refusal *domain.Refusal
	if errors.As(err, &refusal) {
		return errMayNotListen
	}
	if err == nil {
		err = n.checkPerson(ctx, id, token.personID)
	}
	if err != nil || n.endedAt == nil {
		return err
	}
	// Tokens have whole seconds, so one issued in the same second counts as issued before.
	ended, err := n.endedAt(ctx, id)
	if err == nil && !ended.IsZero() && token.issuedAt <= ended.Unix() {
		return errExpired
	}
	return err
}
