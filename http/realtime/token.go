package realtime

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"gateway/domain/realtime"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Audience is the `aud` of every token. An external Centrifugo may be told to
// demand it.
const Audience = "realtime"

// TokenTTL is how long a token lives (specification section 8).
const TokenTTL = 60 * time.Minute

var (
	errExpired = errors.New("the token has expired")
	errInvalid = errors.New("the token is not valid")
)

// Tokens issues and checks the tokens that clients connect and subscribe with: JWT,
// HS256, with the claims that Centrifugo knows. It is safe for concurrent use.
type Tokens struct {
	connection, subscription []byte
	ttl                      time.Duration
}

// DerivedTokens has a key for each kind of token, derived from the master secret,
// so that all instances take each other's.
func DerivedTokens(master []byte, ttl time.Duration) *Tokens {
	return &Tokens{connection: derive(master, "realtime:connection"), subscription: derive(master, "realtime:subscription"), ttl: ttl}
}

// SharedTokens signs both kinds with the secret of an external Centrifugo, which
// tells them apart by the claim `channel`.
func SharedTokens(secret string, ttl time.Duration) *Tokens {
	return &Tokens{connection: []byte(secret), subscription: []byte(secret), ttl: ttl}
}

func derive(master []byte, purpose string) []byte {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

// Issued is a new token as the API shows it. Channel is empty for connections.
type Issued struct {
	Token   string `json:"token"`
	Channel string `json:"channel,omitempty"`
	// ExpiresIn is in seconds.
	ExpiresIn int `json:"expires_in"`
}

// ForConnection lets the client connect, and nothing more.
func (t *Tokens) ForConnection(clientID int64) (Issued, error) {
	return t.issue(t.connection, clientID, nil)
}

// ForChannel lets the client subscribe to one channel. Whether it may is for the
// caller to know.
func (t *Tokens) ForChannel(clientID int64, channel string) (Issued, error) {
	return t.issue(t.subscription, clientID, &channel)
}

// user is what Centrifugo calls a client.
func user(clientID int64) string { return strconv.FormatInt(clientID, 10) }

// claims are those of both kinds. Channel is nil when the token has none.
type claims struct {
	jwt.RegisteredClaims
	Channel *string `json:"channel,omitempty"`
}

func (t *Tokens) issue(key []byte, clientID int64, channel *string) (Issued, error) {
	now := time.Now()
	text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Subject: user(clientID), Audience: jwt.ClaimStrings{Audience},
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(t.ttl)),
		},
		Channel: channel,
	}).SignedString(key)
	if err != nil {
		return Issued{}, fmt.Errorf("sign a realtime token: %w", err)
	}
	issued := Issued{Token: text, ExpiresIn: int(t.ttl.Seconds())}
	if channel != nil {
		issued.Channel = *channel
	}
	return issued, nil
}

// grant is what a good token says.
type grant struct {
	user string
	// expiresAt is in seconds since 1970.
	expiresAt int64
}

// connecting checks a connection token. One that names a channel is none, whoever
// signed it. Errors: errExpired, errInvalid.
func (t *Tokens) connecting(token string) (grant, error) {
	c, err := verify(token, t.connection)
	if err == nil && c.Channel != nil {
		err = errInvalid
	}
	if err != nil {
		return grant{}, err
	}
	return grant{user: c.Subject, expiresAt: c.ExpiresAt.Unix()}, nil
}

// subscribing checks a subscription token of the user for the channel. Errors:
// errExpired, errInvalid.
func (t *Tokens) subscribing(token, user, channel string) (grant, error) {
	c, err := verify(token, t.subscription)
	if err == nil && (c.Channel == nil || *c.Channel != channel || c.Subject != user || !realtime.IsChannel(channel)) {
		err = errInvalid
	}
	if err != nil {
		return grant{}, err
	}
	return grant{user: c.Subject, expiresAt: c.ExpiresAt.Unix()}, nil
}

func verify(token string, key []byte) (claims, error) {
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithAudience(Audience), jwt.WithExpirationRequired())
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return c, errExpired
	case err != nil || c.Subject == "":
		return c, errInvalid
	}
	return c, nil
}
