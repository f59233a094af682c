package esdb

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// maxSkew is how far the server's clock may differ from this machine's.
const maxSkew = 5 * time.Second

func readRaw(r *client.ReadStream, err error) (events []*client.RecordedEvent, _ error) {
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		e, err := r.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		events = append(events, e.OriginalEvent())
	}
}

// version checks that the server is a version with known behaviour. Servers before 22.6 give the events of a
// stream no position.
func (c *checker) version(ctx context.Context) error {
	v, err := retry(ctx, c.store, func() (*client.ServerVersion, error) {
		return call(ctx, c.store.pool, read, func(_ context.Context, cl *client.Client) (*client.ServerVersion, error) {
			return cl.GetServerVersion()
		})
	})
	if err != nil {
		return err
	}
	c.note("%d.%d.%d", v.Major, v.Minor, v.Patch)
	if v.Major < 23 || v.Major == 23 && v.Minor < 10 {
		c.problem("the server says it is %d.%d.%d: run 23.10 or later", v.Major, v.Minor, v.Patch)
	}
	return nil
}

// leader checks that a follower refuses a call that requires the leader. Otherwise reads may come from a node
// that lags.
func (c *checker) leader(ctx context.Context) error {
	config := *c.store.pool.config
	if len(config.GossipSeeds) == 0 && !config.DnsDiscover {
		c.result.Unchecked = "the connection string names one host: name all nodes of a cluster"
		return nil
	}
	var chosen atomic.Pointer[[2]string] // the node and its state
	config.NodePreference, config.MaxDiscoverAttempts = client.NodePreferenceFollower, 3
	config.Logger = func(_ client.LogLevel, format string, args ...any) {
		if strings.HasPrefix(format, "best candidate found") && len(args) == 2 {
			node, _ := args[0].(string)
			state, _ := args[1].(string)
			chosen.Store(&[2]string{node, state})
		}
	}
	p := newPool(&config)
	defer p.close()
	_, err := call(ctx, p, read, func(ctx context.Context, cl *client.Client) ([]*client.RecordedEvent, error) {
		return readRaw(cl.ReadAll(ctx, client.ReadAllOptions{From: client.Start{}}, 1))
	})
	node := chosen.Load()
	switch {
	case node == nil:
		return err
	case node[1] != "Follower":
		c.result.Unchecked = "gossip names no follower: this cluster has one node, or an election is under way"
	case err == nil:
		c.problem("%s follows, and answers a call that asks for the leader: its reads may lag", node[0])
	case codeOf(err) == client.ErrorCodeNotLeader || isDenied(err):
		c.note("the follower %s refuses calls that ask for the leader", node[0])
	default:
		return err
	}
	return nil
}

// rights checks the rights of the user.
func (c *checker) rights(ctx context.Context) error {
	_, err := retry(ctx, c.store, func() (struct{}, error) { return struct{}{}, c.store.checkRights(ctx) })
	if user := c.store.pool.config.Username; user != "" {
		c.note("of user %q", user)
	}
	return err
}

// clock checks that the server's time, which becomes the booking time of events, is right.
func (c *checker) clock(ctx context.Context) error {
	if _, err := c.append(ctx, "-clock", client.NoStream{}, newEvent(`{}`)); err != nil {
		return err
	}
	now := time.Now()
	events, err := c.readScratch(ctx, "-clock", 1)
	if err != nil || len(events) == 0 {
		return err
	}
	skew := now.Sub(events[0].CreatedDate).Round(time.Millisecond)
	if skew.Abs() > maxSkew {
		c.problem("the server's clock is %v from this machine's: events would be booked at wrong times", skew)
	}
	c.note("%v from this machine's", skew)
	return nil
}
