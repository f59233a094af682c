package snapadapter

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/snap"
)

// token is the access token of a connection. All callers share one, and one request renews it before it ends.
type token struct {
	mu      sync.Mutex
	text    string
	renewAt time.Time
	// renewal is the running request for a token; nil while none runs.
	renewal *renewal
}

// renewal is one request for a token. Its outcome may be read after done is closed.
type renewal struct {
	done chan struct{}
	text string
	err  error
}

const (
	// defaultTokenLife is how long a token lasts if the company does not say: that of the standard.
	defaultTokenLife = 15 * time.Minute
	// tokenMargin is the part of its life before whose end a token is renewed.
	tokenMargin = 10
)

// get returns a token that lasts a while. It returns *report.NotSent when none is to be had: without a token
// the call that needs it is not made. Callers that come while a request for a token runs get its outcome, so a
// company that hangs costs each of them one wait.
func (t *token) get(ctx context.Context, a *Adapter) (string, error) {
	t.mu.Lock()
	if t.text != "" && a.now().Before(t.renewAt) {
		defer t.mu.Unlock()
		return t.text, nil
	}
	running := t.renewal
	if running == nil {
		running = &renewal{done: make(chan struct{})}
		t.renewal = running
		// The request is for all callers. So it goes on when the one that began it has gone.
		go t.renew(a.open, a, running)
	}
	t.mu.Unlock()
	select {
	case <-running.done:
		return running.text, running.err
	case <-ctx.Done():
		return "", &report.NotSent{Err: ctx.Err()}
	}
}

// drop forgets a token that the company refused, unless another caller has renewed it since.
func (t *token) drop(refused string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.text == refused {
		t.text = ""
	}
}

// renew asks for a token.
func (t *token) renew(ctx context.Context, a *Adapter, r *renewal) {
	began := a.now()
	text, life, err := a.newToken(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	defer close(r.done)
	t.renewal = nil
	if err != nil {
		// Not wrapped: that the company refused the token, or whether it made one, says nothing about the call.
		r.err = &report.NotSent{Err: errors.New("access token: " + err.Error())}
		return
	}
	r.text, t.text, t.renewAt = text, text, began.Add(life-life/tokenMargin)
}

// newToken asks for an access token (service 73).
func (a *Adapter) newToken(ctx context.Context) (token string, life time.Duration, err error) {
	timestamp := snap.FormatTime(a.now())
	signature, err := a.PrivateKey.Sign(snap.TokenMessage(a.ClientID, timestamp))
	if err != nil {
		return "", 0, err
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set(snap.HeaderTimestamp, timestamp)
	header.Set(snap.HeaderClientKey, a.ClientID)
	header.Set(snap.HeaderSignature, signature)
	body, err := json.Marshal(map[string]string{a.Dialect.GrantType: "client_credentials"})
	if err != nil {
		return "", 0, err
	}
	text, err := a.exchange(ctx, snap.ServiceAccessToken, body, header)
	if err != nil {
		return "", 0, err
	}
	var made struct {
		Token string    `json:"accessToken"`
		Life  looseText `json:"expiresIn"`
	}
	if err := json.Unmarshal(text, &made); err != nil || made.Token == "" {
		return "", 0, exchange.Unreadable(errors.Join(err, errors.New("no access token")))
	}
	seconds, err := strconv.Atoi(string(made.Life))
	if err == nil && seconds > 0 {
		return made.Token, time.Duration(seconds) * time.Second, nil
	}
	return made.Token, defaultTokenLife, nil
}
