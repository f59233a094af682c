package esdbtest_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/esdbserver"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
)

var (
	admin    = esdbserver.User{Name: "admin", Password: "changeit", Groups: []string{esdbserver.RoleAdmins}}
	gateway  = esdbserver.User{Name: "gateway", Password: "a/b?c"}
	stranger = esdbserver.User{Name: "stranger", Password: "x"}
)

// readLog reads one event of $all.
func readLog(ctx context.Context, cl *client.Client) error {
	r, err := cl.ReadAll(ctx, client.ReadAllOptions{}, 1)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = r.Recv()
	return err
}

func wantClientCode(t *testing.T, what string, err error, want client.ErrorCode) {
	t.Helper()
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Code() != want {
		t.Errorf("%s: %v, want code %v", what, err, want)
	}
}

func readStream(ctx context.Context, cl *client.Client) error {
	_, err := count(ctx, cl, client.Forwards)
	return err
}

// mustBeDenied expects an append to be refused. It may be refused before it is received, and then the client
// may lose the reason.
func mustBeDenied(t *testing.T, what string, refused func() error) {
	t.Helper()
	err := refused()
	for err != nil && strings.HasSuffix(err.Error(), "EOF") {
		err = refused()
	}
	wantClientCode(t, what, err, client.ErrorCodeAccessDenied)
}

func TestTheWholeLogIsForAdministratorsUntilAnAccessListSaysOtherwise(t *testing.T) {
	for name, c := range map[string]struct{ stream, eventType, data string }{
		"by the settings":              {"$settings", "update-default-acl", `{"$systemStreamAcl":{"$r":["$admins","gateway"]}}`},
		"by the metadata of the $all":  {"$$$all", "$metadata", `{"$acl":{"$r":["gateway"]}}`},
		"by a list of one role":        {"$$$all", "$metadata", `{"$acl":{"$r":"gateway"}}`},
		"by a group that the user has": {"$$$all", "$metadata", `{"$acl":{"$r":"readers"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			user := gateway
			user.Groups = []string{"readers"}
			security := esdbtest.NewSecurity(t, admin, user, stranger)
			cl := newCluster(t, security.Option())
			as := func(u esdbserver.User) *client.Client { return cl.connect(security.URL(u, cl.Addrs()...)) }
			mine := as(user)
			cl.mustAppend(mine, 1) // all users may use streams
			cl.wantCount(as(stranger), 1)
			wantClientCode(t, "a user outside $admins", readLog(cl.ctx, mine), client.ErrorCodeAccessDenied)
			if err := readLog(cl.ctx, as(admin)); err != nil {
				t.Errorf("the administrator: %v", err)
			}
			list := event()
			list.EventType, list.Data = c.eventType, []byte(c.data)
			mustBeDenied(t, "the user writes an access list", func() error {
				_, err := mine.AppendToStream(cl.ctx, c.stream, client.AppendToStreamOptions{}, list)
				return err
			})
			if _, err := as(admin).AppendToStream(cl.ctx, c.stream, client.AppendToStreamOptions{}, list); err != nil {
				t.Fatal(err)
			}
			if err := readLog(cl.ctx, mine); err != nil {
				t.Errorf("the user, who may now: %v", err)
			}
			wantClientCode(t, "another user", readLog(cl.ctx, as(stranger)), client.ErrorCodeAccessDenied)
		})
	}
}

func TestAStreamsAccessListDecidesBeforeTheDefault(t *testing.T) {
	security := esdbtest.NewSecurity(t, admin, gateway, stranger)
	c := newCluster(t, security.Option())
	theirs := c.connect(security.URL(stranger, c.Addrs()...))
	c.mustAppend(theirs, 1)
	list := event()
	list.EventType, list.Data = "$metadata", []byte(`{"$acl":{"$r":["gateway"],"$w":["gateway"]}}`)
	mine := c.connect(security.URL(gateway, c.Addrs()...))
	if _, err := mine.AppendToStream(c.ctx, "$$s", client.AppendToStreamOptions{}, list); err != nil {
		t.Fatal(err)
	}
	c.mustAppend(mine, 1)
	c.wantCount(mine, 2)
	wantClientCode(t, "a read", readStream(c.ctx, theirs), client.ErrorCodeAccessDenied)
	mustBeDenied(t, "an append", func() error { return appendAt(c.ctx, theirs, client.Any{}, event()) })
}

func TestAWrongPasswordOrNoneIsRefused(t *testing.T) {
	security := esdbtest.NewSecurity(t, admin, gateway)
	c := newCluster(t, security.Option())
	mine := c.connect(security.URL(gateway, c.Node(0).Addr()))
	c.mustAppend(mine, 1)
	wrong := c.connect(security.URL(esdbserver.User{Name: "gateway", Password: "x"}, c.Node(0).Addr()))
	wantCode(t, readStream(c.ctx, wrong), codes.Unauthenticated)
	c.Node(0).RefuseAsUnauthenticated(1)
	wantCode(t, readStream(c.ctx, mine), codes.Unauthenticated)
	c.mustAppend(mine, 1)
	security.Users.Set(admin)
	wantCode(t, readStream(c.ctx, mine), codes.Unauthenticated)
	anonymous := c.connect("esdb://" + c.Node(0).Addr() + "?tlsCaFile=" + security.CAFile)
	wantClientCode(t, "without a password", readStream(c.ctx, anonymous), client.ErrorCodeAccessDenied)
}
