package rolling

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

func TestMain(m *testing.M) { installation.Main(m) }

// handedOverWithin is how long there may be no leader after SIGTERM.
const handedOverWithin = 3 * time.Second

// The provider takes 3 s and 8 s. Both instances are restarted, one after the other, the leader first. No
// request fails, although none is repeated, and each payment exists once.
func TestARollingRestartBehindHAProxyLosesNoRequest(t *testing.T) {
	addr := freeAddr(t)
	provider := startProvider(t, "http://"+addr+"/api/v2/provider/callbacks")
	in := installation.New(t, installation.Options{Instances: 2, Settings: []string{
		"PROVIDER_URL=" + provider.url, "PROVIDER_SECRET_KEY=" + providerKey, "PROVIDER_CALLBACK_TOKEN=" + providerToken,
		"PROVIDER_LISTING_RATE=0", "PUBLIC_URL=http://" + addr, "LOG_LEVEL=info",
	}})
	b := startBalancer(t, in, addr)
	m := in.NewMerchant(t, in.Admin(t), 0, false)
	socket := listen(t, addr, in, m)
	leader, others := in.Leader(t)

	work := startLoad(b.url, m.APIKey(), 48, 2)
	poll.Within(t, installation.ReadyWithin, "creations wait for the provider", func() (bool, any) {
		n := provider.creations.Load()
		return n >= 48, n
	})
	began := time.Now()
	leader.Terminate()
	awaitLeads(t, others[0], leader)
	for n, i := range []*installation.Instance{leader, others[0]} {
		if n > 0 {
			i.Terminate()
		}
		i.AwaitEnd(t)
		i.Start(t)
		b.awaitServer(t, slices.Index(in.Instances, i), "UP")
	}
	took := time.Since(began)
	work.end(t)

	t.Logf("during a rolling restart of both instances, which took %v: %d creations and %d reads succeeded, %d requests failed; the socket moved %d times",
		took.Round(100*time.Millisecond), len(work.created), work.reads, len(work.failed), socket.moves())
	if len(work.failed) > 0 {
		t.Errorf("%d requests failed, such as\n%s", len(work.failed), strings.Join(work.failed[:min(len(work.failed), 5)], "\n"))
	}
	if len(work.created) < 100 || work.reads < 100 {
		t.Error("there was hardly any load: nothing was shown")
	}
	if n := in.Query(t, installation.ReadModels, `SELECT count(*) || ' ' || count(DISTINCT external_id) FROM transactions`); n != fmt.Sprintf("%d %d", len(work.created), len(work.created)) {
		t.Errorf("%d creations were answered; payments and orders: %s", len(work.created), n)
	}
	if n := provider.creations.Load(); n != int64(len(work.created)) {
		t.Errorf("the provider was asked for %d payments", n)
	}
	socket.check(t)
}

// awaitLeads waits until the instance next leads. The leaving one must then answer /readyz with 404.
func awaitLeads(t *testing.T, next, leaves *installation.Instance) {
	t.Helper()
	poll.Within(t, handedOverWithin, "the other instance leads", func() (bool, any) {
		leads, known := next.Leads()
		return leads && known, nil
	})
	if status, _ := leaves.Get("/readyz"); status != http.StatusNotFound {
		t.Errorf("the instance that leaves answers /readyz with %d", status)
	}
}

// socket is a realtime client, which connects through the balancer.
type socket struct {
	client  *centrifuge.Client
	reasons chan string
	all     []string
}

func listen(t *testing.T, addr string, in *installation.Installation, m installation.Merchant) *socket {
	t.Helper()
	portal := in.Portal(t, m)
	s := &socket{reasons: make(chan string, 100)}
	s.client = centrifuge.NewJsonClient("ws://"+addr+"/connection/websocket", centrifuge.Config{
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
			a, err := portal.Retry(t.Context(), "GET", "/realtime/token", nil)
			return a.Text("token"), err
		},
	})
	t.Cleanup(s.client.Close)
	connected := make(chan struct{}, 100)
	s.client.OnConnected(func(centrifuge.ConnectedEvent) { connected <- struct{}{} })
	s.client.OnConnecting(func(e centrifuge.ConnectingEvent) { s.reasons <- fmt.Sprintf("%d %s", e.Code, e.Reason) })
	s.client.OnDisconnected(func(e centrifuge.DisconnectedEvent) { s.reasons <- fmt.Sprintf("ended: %d %s", e.Code, e.Reason) })
	if err := s.client.Connect(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-connected:
	case <-time.After(installation.ReadyWithin):
		t.Fatal("the socket does not connect")
	}
	<-s.reasons // the first connect
	return s
}

func (s *socket) read() {
	for {
		select {
		case r := <-s.reasons:
			s.all = append(s.all, r)
		default:
			return
		}
	}
}

// moves is how often the client was told to reconnect.
func (s *socket) moves() int { s.read(); return len(s.all) }

// check fails the test if the socket ended for any other reason than the advice to reconnect.
func (s *socket) check(t *testing.T) {
	t.Helper()
	s.read()
	if len(s.all) == 0 {
		t.Error("the socket never moved")
	}
	for _, reason := range s.all {
		if !strings.HasPrefix(reason, "3001 ") {
			t.Errorf("the socket ended with %s, and not with 3001 shutdown", reason)
		}
	}
}
