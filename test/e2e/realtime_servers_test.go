package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"gateway/test/testdb"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/golang-jwt/jwt/v5"
)

func TestAnEventReachesListenersOfEveryInstanceAndSessionsOutliveTheirTokens(t *testing.T) {
	t.Parallel()
	events, read := testdb.NewPair(t)
	short := settings{"REALTIME_TOKEN_TTL": "2s"}
	first, second := startOn(t, events, read, short), startOn(t, events, read, short)
	m := first.newMerchant(t)
	c := m.portal(t)
	listeners := []*listener{c.listens(t, first), c.listens(t, second)}
	for _, l := range listeners {
		l.subscribe(t, toTransactions, m.transactionsChannel())
	}
	began := time.Now()
	for round := int64(1); round < 3 || time.Since(began) < 5*time.Second; round++ {
		total := 1_000 * round
		m.post(t, "/transactions", object{"total": total}).wants(t, 201)
		for _, l := range listeners {
			l.hears(t, "transaction.created", object{"total": total})
		}
	}
	for _, l := range listeners {
		select {
		case e := <-l.lost:
			t.Errorf("the connection was lost: %d %s", e.Code, e.Reason)
		default:
		}
		l.Close()
	}
}

func TestASuspendedClientIsCutOffOnEveryInstanceAndStaysOut(t *testing.T) {
	t.Parallel()
	events, read := testdb.NewPair(t)
	first, second := startOn(t, events, read, nil), startOn(t, events, read, nil)
	m, other := first.newMerchant(t), first.newMerchant(t)
	c := m.portal(t)
	token, err := c.token("/realtime/token")
	if err != nil {
		t.Fatal(err)
	}
	bystander := other.portal(t).listens(t, second)
	bystander.subscribe(t, toTransactions, other.transactionsChannel())
	listeners := []*listener{c.listens(t, first), c.listens(t, second)}
	for _, l := range listeners {
		l.subscribe(t, toTransactions, m.transactionsChannel())
	}

	first.admin(t).post(t, m.admin("/suspend"), object{"reason": "test"}).wants(t, 200)
	for _, l := range listeners {
		l.isCutOff(t)
	}
	for _, g := range []*gateway{first, second} {
		again, _ := c.dials(t, g, centrifuge.Config{Token: token})
		again.isCutOff(t)
	}
	other.post(t, "/transactions", object{"total": 1_000}).wants(t, 201)
	bystander.hears(t, "transaction.created", object{"total": 1_000})

	first.admin(t).post(t, m.admin("/reactivate"), nil).wants(t, 200)
	l := c.listens(t, second)
	l.subscribe(t, toTransactions, m.transactionsChannel())
	m.post(t, "/transactions", object{"total": 2_000}).wants(t, 201)
	l.hears(t, "transaction.created", object{"total": 2_000})
}

func TestRealtimeThatIsOffIsNotConfigured(t *testing.T) {
	t.Parallel()
	g := startGateway(t, settings{"REALTIME": "off"})
	m := g.newMerchant(t)
	c := m.portal(t)
	ticket := c.asks(t)
	for _, path := range []string{
		"/realtime/token", toTickets + "?channel=chat:ticket." + ticket, toTransactions + "?channel=" + m.transactionsChannel(),
	} {
		c.get(t, "%s", path).refuses(t, 503, "realtime_not_configured")
	}
	g.hasNoWebsocket(t)
}

func (g *gateway) hasNoWebsocket(t *testing.T) {
	t.Helper()
	got, err := web.Get(g.URL + "/connection/websocket")
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	if got.StatusCode != http.StatusNotFound {
		t.Errorf("the websocket answers %d", got.StatusCode)
	}
}

func TestAnExternalCentrifugoTakesThePlaceOfTheNode(t *testing.T) {
	t.Parallel()
	type publication struct {
		Channel string
		Data    struct {
			Event string
			Data  map[string]any
		}
	}
	published, disconnected := make(chan publication, 64), make(chan string, 64)
	centrifugo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var p publication
		body, err := io.ReadAll(r.Body)
		if r.URL.Path == "/api/disconnect" {
			disconnected <- string(body)
			_, _ = io.WriteString(w, `{"result":{}}`)
			return
		}
		if err == nil {
			err = json.Unmarshal(body, &p)
		}
		if err != nil || r.Method+" "+r.URL.String() != "POST /api/publish" || r.Header.Get("X-API-Key") != "key" {
			t.Errorf("%s %s: %s %v", r.Method, r.URL, body, err)
		}
		published <- p
		_, _ = io.WriteString(w, `{"result":{}}`)
	}))
	t.Cleanup(centrifugo.Close)
	g := startGateway(t, settings{"CENTRIFUGO_URL": centrifugo.URL, "CENTRIFUGO_API_KEY": "key", "CENTRIFUGO_TOKEN_SECRET": "shared"})
	m := g.newMerchant(t)
	id := m.post(t, "/transactions", object{"total": 7_000}).wants(t, 201).id(t, "id")
	select {
	case p := <-published:
		if p.Channel != m.transactionsChannel() || p.Data.Event != "transaction.created" || p.Data.Data["id"] != float64(id) {
			t.Errorf("published %+v", p)
		}
	case <-time.After(15 * time.Second):
		t.Error("nothing was published")
	}
	c := m.portal(t)
	isSignedFor(t, c.get(t, "/realtime/token").wants(t, 200), m, nil)
	isSignedFor(t, c.get(t, toTransactions+"?channel=%s", m.transactionsChannel()).wants(t, 200), m, m.transactionsChannel())
	g.hasNoWebsocket(t)
	g.admin(t).post(t, m.admin("/suspend"), object{"reason": "test"}).wants(t, 200)
	select {
	case got := <-disconnected:
		if got != `{"user":"`+itoa(m.id)+`"}` {
			t.Errorf("disconnected %s", got)
		}
	case <-time.After(5 * time.Second):
		t.Error("nobody was disconnected")
	}
}

// isSignedFor demands a token with the secret and in the form of Centrifugo.
func isSignedFor(t *testing.T, a answer, m merchant, channel any) {
	t.Helper()
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(a.text(t, "token"), claims, func(*jwt.Token) (any, error) { return []byte("shared"), nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired())
	if err != nil || claims["sub"] != itoa(m.id) || claims["channel"] != channel {
		t.Errorf("%s: %v %v", a.request, claims, err)
	}
}
