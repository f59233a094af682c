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
	"gateway/http/snap"
)

// token is the access token of a connection. All callers share one, and one of them renews it before it ends.
type token struct {
	mu      sync.Mutex
	text    string
	renewAt time.Time
	// renewing is closed when the running request for a token has ended; nil while none runs.
	renewing chan struct{}
}

const (
	// defaultTokenLife is how long a token lasts if the company does not say: that of the standard.
	defaultTokenLife = 15 * time.Minute
	// tokenMargin is the part of its life before whose end a token is renewed.
	tokenMargin = 10
)

// get returns a token that lasts a while. It returns *report.NotSent when none is to be had: without a token
// the call that needs it is not made.
func (t *token) get(ctx context.Context, a *Adapter) (string, error) {
	for {
		t.mu.Lock()
		if t.text != "" && a.now().Before(t.renewAt) {
			defer t.mu.Unlock()
			return t.text, nil
		}
		if running := t.renewing; running != nil {
			t.mu.Unlock()
			select {
			case <-running:
				continue
			case <-ctx.Done():
				return "", &report.NotSent{Err: ctx.Err()}
			}
		}
		t.renewing = make(chan struct{})
		t.mu.Unlock()
		return t.renew(ctx, a)
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

// renew asks for a token. When it fails, callers that wait ask themselves, one after the other.
func (t *token) renew(ctx context.Context, a *Adapter) (string, error) {
	began := a.now()
	text, life, err := a.newToken(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.renewing)
	t.renewing = nil
	if err != nil {
		return "", &report.NotSent{Err: err}
	}
	t.text, t.renewAt = text, began.Add(life-life/tokenMargin)
	return text, nil
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
		return "", 0, unreadable(errors.Join(err, errors.New("no access token")))
	}
	seconds, err := strconv.Atoi(string(made.Life))
	if err != nil || seconds <= 0 {
		return made.Token, defaultTokenLife, nil
	}
	return made.Token, time.Duration(seconds) * time.Second, nil
}
