package esdb_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/esdbserver"
	"gateway/test/poll"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
	logged "github.com/sirupsen/logrus/hooks/test"
)

var (
	admin   = esdbserver.User{Name: "admin", Password: "changeit", Groups: []string{esdbserver.RoleAdmins}}
	gateway = esdbserver.User{Name: "gateway", Password: "secret"}
)

// secured is a server with users, and a client of its administrator.
type secured struct {
	*testing.T
	*esdbtest.Security
	at    string
	admin *client.Client
}

func newSecured(t *testing.T) *secured {
	t.Helper()
	s := &secured{T: t, Security: esdbtest.NewSecurity(t, admin, gateway)}
	s.at = newServer(t, s.Option()).Addr()
	config, err := client.ParseConnectionString(s.URL(admin, s.at))
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = client.NoopLogging()
	if s.admin, err = client.NewClient(config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.admin.Close() })
	return s
}

// set writes the default rights.
func (s *secured) set(rights string) {
	s.Helper()
	_, err := s.admin.AppendToStream(s.Context(), "$settings", client.AppendToStreamOptions{}, client.EventData{
		EventID: uuid.New(), EventType: "update-default-acl", ContentType: client.ContentTypeJson, Data: []byte(rights),
	})
	if err != nil {
		s.Fatal(err)
	}
}

// enough holds the rights that deploy/EVENTSTOREDB.md tells an administrator to set.
const enough = `{"$userStreamAcl":{"$r":["$admins","gateway"],"$w":["$admins","gateway"],"$d":"$admins","$mr":"$admins","$mw":"$admins"},
	"$systemStreamAcl":{"$r":["$admins","gateway"],"$w":"$admins","$d":"$admins","$mr":"$admins","$mw":"$admins"}}`

func TestAMissingRightIsNamedAtTheStart(t *testing.T) {
	t.Parallel()
	s := newSecured(t)
	try := func() error { return tryOpen(t, s.URL(gateway, s.at)) }
	for _, c := range []struct{ rights, says string }{
		{`{}`, `user "gateway" read $all`},
		{`{"$systemStreamAcl":{"$r":["gateway"]},"$userStreamAcl":{"$r":["gateway"],"$w":"$admins"}}`, `append to streams`},
		{`{"$systemStreamAcl":{"$r":["gateway"]},"$userStreamAcl":{"$r":"$admins"}}`, `read streams`},
		{enough, ""},
	} {
		s.set(c.rights)
		err := try()
		var missing *esdb.RightsError
		switch {
		case c.says == "" && err != nil:
			t.Errorf("with all rights: %v", err)
		case c.says == "":
		case !errors.As(err, &missing) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "deploy/EVENTSTOREDB.md"):
			t.Errorf("%s: %v; want it to say %s", c.rights, err, c.says)
		case errors.Is(err, eventstore.ErrUnavailable):
			t.Errorf("%s was retried", c.rights)
		}
	}
	s.Users.Set(admin)
	if err := try(); err == nil || !strings.Contains(err.Error(), `"gateway" log in`) {
		t.Errorf("an unknown user: %v", err)
	}
}

// The event that sets the rights differs from the server's other events: its type does not begin with `$`.
func TestTheSettingOfRightsIsASystemEvent(t *testing.T) {
	t.Parallel()
	s := newSecured(t)
	s.set(enough)
	store := open(t, esdb.Config{URL: s.URL(gateway, s.at)})
	live := store.Subscribe(eventstore.Position{})
	s.set(enough)
	appendAndFollow(t, store, live, 0)
	s.set(enough)
	appendAndFollow(t, store, live, 1)
	if page, err := store.ReadAll(t.Context(), eventstore.Position{}, 10); err != nil || len(page) != 2 {
		t.Errorf("the log holds %v, %v", page, err)
	}
}

func TestRightsLostWhileRunningAreAnErrorLineAndNoSilence(t *testing.T) {
	t.Parallel()
	s := newSecured(t)
	s.set(enough)
	log, hook := logged.NewNullLogger()
	store := open(t, esdb.Config{URL: s.URL(gateway, s.at), Log: log, CheckEvery: 50 * time.Millisecond})
	live := store.Subscribe(eventstore.Position{})
	appendAndFollow(t, store, live, 0)
	lines := func(level logrus.Level) (n int) {
		for _, e := range hook.AllEntries() {
			if e.Level == level && strings.Contains(e.Message, "user") {
				n++
			}
		}
		return n
	}

	s.Users.Set(admin) // the password was changed
	poll.Within(t, poll.Limit, "the subscription's refusal is an Error line", func() (bool, any) {
		return lines(logrus.ErrorLevel) == 1, hook.AllEntries()
	})
	_, err1 := store.Append(t.Context(), "s", 0, event())
	_, err2 := store.ReadStream(t.Context(), "s", 0, eventstore.Forwards, 1)
	_, err3 := store.ReadAll(t.Context(), eventstore.Position{}, 1)
	_, err4 := store.Head(t.Context())
	for _, err := range []error{err1, err2, err3, err4} {
		if !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("without rights a call gives %v", err)
		}
	}
	if n := lines(logrus.ErrorLevel); n != 1 {
		t.Errorf("%d lines of the same refusal", n)
	}

	s.Users.Set(admin, gateway)
	appendAndFollow(t, store, live, 1)
	if lines(logrus.InfoLevel) != 1 {
		t.Errorf("nothing says that the rights are back: %v", hook.AllEntries())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := live.Next(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("the subscription ended with %v", err)
	}
}
