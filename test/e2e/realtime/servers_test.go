package realtime

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/golang-jwt/jwt/v5"
)

func TestAnEventReachesListenersOfEveryInstanceAndSessionsOutliveTheirTokens(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	short := harness.Settings{"REALTIME_TOKEN_TTL": "2s"}
	first, second := harness.StartOn(t, events, read, short), harness.StartOn(t, events, read, short)
	m := first.NewMerchant(t)
	c := m.LogIn(t)
	listeners := []*listener{listen(t, c, first), listen(t, c, second)}
	for _, l := range listeners {
		l.subscribe(t, toTransactions, m.TransactionsChannel())
	}
	began := time.Now()
	for round := int64(1); round < 3 || time.Since(began) < 5*time.Second; round++ {
		total := 1_000 * round
		m.Post(t, "/transactions", object{"total": total}).Wants(t, 201)
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
	events, read := migrated.Pair(t)
	first, second := harness.StartOn(t, events, read, nil), harness.StartOn(t, events, read, nil)
	m, other := first.NewMerchant(t), first.NewMerchant(t)
	c := m.LogIn(t)
	token, err := token(c, "/realtime/token")
	if err != nil {
		t.Fatal(err)
	}
	bystander := listen(t, other.LogIn(t), second)
	bystander.subscribe(t, toTransactions, other.TransactionsChannel())
	listeners := []*listener{listen(t, c, first), listen(t, c, second)}
	for _, l := range listeners {
		l.subscribe(t, toTransactions, m.TransactionsChannel())
	}

	first.Admin(t).Post(t, m.AdminPath("/suspend"), object{"reason": "test"}).Wants(t, 200)
	for _, l := range listeners {
		l.isCutOff(t)
	}
	for _, g := range []*harness.Gateway{first, second} {
		again, _ := dial(t, c, g, centrifuge.Config{Token: token})
		again.isCutOff(t)
	}
	other.Post(t, "/transactions", object{"total": 1_000}).Wants(t, 201)
	bystander.hears(t, "transaction.created", object{"total": 1_000})

	first.Admin(t).Post(t, m.AdminPath("/reactivate"), nil).Wants(t, 200)
	l := listen(t, c, second)
	l.subscribe(t, toTransactions, m.TransactionsChannel())
	m.Post(t, "/transactions", object{"total": 2_000}).Wants(t, 201)
	l.hears(t, "transaction.created", object{"total": 2_000})
}

func TestARemovedPersonIsCutOffOnEveryInstance(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	first, second := harness.StartOn(t, events, read, nil), harness.StartOn(t, events, read, nil)
	m := first.NewMerchant(t)
	owner, email := m.LogIn(t), first.NextEmail()
	id := owner.Post(t, "/me/users", object{"email": email, "role": "viewer"}).Wants(t, 201).ID(t, "id")
	invitation := harness.Mails(t).Await(t, email, 1).Token()
	first.Anonymous().Post(t, "/auth/reset-password", object{"token": invitation, "password": harness.Password}).Wants(t, 200)
	login := first.Anonymous().Post(t, "/auth/login", object{"email": email, "password": harness.Password}).Wants(t, 200)
	person := first.Anonymous().With("Authorization", "Bearer "+login.Text(t, "token"))
	kept, err := token(person, "/realtime/token")
	if err != nil {
		t.Fatal(err)
	}
	gone := []*listener{listen(t, person, first), listen(t, person, second)}
	stay := []*listener{listen(t, owner, first), listen(t, owner, second)}
	for _, l := range append(stay, gone...) {
		l.subscribe(t, toTransactions, m.TransactionsChannel())
	}

	owner.Call(t, "DELETE", fmt.Sprintf("/me/users/%d", id), nil).Wants(t, 200)
	for _, l := range gone {
		l.isCutOff(t)
	}
	for _, g := range []*harness.Gateway{first, second} {
		again, _ := dial(t, person, g, centrifuge.Config{Token: kept})
		again.isCutOff(t)
	}
	m.Post(t, "/transactions", object{"total": 1_000}).Wants(t, 201)
	for _, l := range stay {
		l.hears(t, "transaction.created", object{"total": 1_000})
	}
}

func TestRealtimeThatIsOffAnswers503(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"REALTIME": "off"})
	m := g.NewMerchant(t)
	c := m.LogIn(t)
	ticket := c.OpenTicket(t)
	for _, path := range []string{
		"/realtime/token", toTickets + "?channel=chat:ticket." + ticket, toTransactions + "?channel=" + m.TransactionsChannel(),
	} {
		c.Get(t, "%s", path).Refuses(t, 503, "realtime_not_configured")
	}
	hasNoWebsocket(t, g)
}

func hasNoWebsocket(t *testing.T, g *harness.Gateway) {
	t.Helper()
	got, err := harness.Client.Get(g.URL + "/connection/websocket")
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	if got.StatusCode != http.StatusNotFound {
		t.Errorf("the websocket answers %d", got.StatusCode)
	}
}

func TestAnExternalCentrifugoReplacesTheEmbeddedNode(t *testing.T) {
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
		switch r.URL.Path {
		case "/api/info": // before the first message
			_, _ = io.WriteString(w, `{"result":{"nodes":[]}}`)
			return
		case "/api/disconnect":
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
	g := harness.Start(t, harness.Settings{"CENTRIFUGO_URL": centrifugo.URL, "CENTRIFUGO_API_KEY": "key", "CENTRIFUGO_TOKEN_SECRET": "shared"})
	m := g.NewMerchant(t)
	id := m.Post(t, "/transactions", object{"total": 7_000}).Wants(t, 201).ID(t, "id")
	select {
	case p := <-published:
		if p.Channel != m.TransactionsChannel() || p.Data.Event != "transaction.created" || p.Data.Data["id"] != float64(id) {
			t.Errorf("published %+v", p)
		}
	case <-time.After(15 * time.Second):
		t.Error("nothing was published")
	}
	c := m.LogIn(t)
	isSignedFor(t, c.Get(t, "/realtime/token").Wants(t, 200), m, nil)
	isSignedFor(t, c.Get(t, toTransactions+"?channel=%s", m.TransactionsChannel()).Wants(t, 200), m, m.TransactionsChannel())
	hasNoWebsocket(t, g)
	for _, act := range []string{"/end-access", "/suspend"} {
		g.Admin(t).Post(t, m.AdminPath(act), object{"reason": "test"}).Wants(t, 200)
		select {
		case got := <-disconnected:
			if got != `{"user":"`+fmt.Sprint(m.ID)+`"}` {
				t.Errorf("%s disconnected %s", act, got)
			}
		case <-time.After(15 * time.Second):
			t.Errorf("%s disconnected nobody", act)
		}
	}
}

// isSignedFor checks a token for Centrifugo: its signature, subject and channel.
func isSignedFor(t *testing.T, a answer, m merchant, channel any) {
	t.Helper()
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(a.Text(t, "token"), claims, func(*jwt.Token) (any, error) { return []byte("shared"), nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired())
	if err != nil || claims["sub"] != fmt.Sprint(m.ID) || claims["channel"] != channel {
		t.Errorf("%s: %v %v", a.Request, claims, err)
	}
	// Until its token ends, Centrifugo lets a disconnected client in again.
	if expires, err := claims.GetExpirationTime(); err != nil || time.Until(expires.Time) > 5*time.Minute || a.ID(t, "expires_in") != 300 {
		t.Errorf("%s: the token lives until %v, %v", a.Request, expires, err)
	}
}
