package realtimeserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gateway/domain/realtime"
	"gateway/domain/secret"

	"github.com/golang-jwt/jwt/v5"
)

// Audience is the claim aud of every token. An external Centrifugo can be configured to
// require it.
const Audience = "realtime"

// TokenTTL is the maximum lifetime of a token (API reference: Realtime).
const TokenTTL = 60 * time.Minute

// SharedTokenTTL is the maximum lifetime of a token for an external Centrifugo. Its open-source edition
// cannot revoke a token, so this limits how long a disconnected client can come back.
const SharedTokenTTL = 5 * time.Minute

var (
	errExpired = errors.New("the token has expired")
	errInvalid = errors.New("the token is not valid")
)

// Tokens issues and verifies the tokens with which clients connect and subscribe: JWTs signed with HS256,
// with the claims of Centrifugo. It is safe for concurrent use.
type Tokens struct {
	// Tokens are signed with the first key and accepted with any.
	connection, subscription [][]byte
	ttl                      time.Duration
	// personID is the person whose tokens are issued, or 0 for the client's own.
	personID int64
}

// OfPerson returns Tokens that issue tokens for a person of the client, which end when the person is removed.
// 0 stands for the client itself, using its API key.
func (t *Tokens) OfPerson(personID int64) *Tokens {
	of := *t
	of.personID = personID
	return &of
}

// DerivedTokens makes Tokens with separate keys for each kind of token. The keys are derived from the master
// secrets, so that every instance accepts the tokens of the others.
func DerivedTokens(masters secret.Ring, ttl time.Duration) *Tokens {
	t := &Tokens{ttl: ttl}
	for _, master := range masters.All() {
		t.connection = append(t.connection, deriveKey(master.Bytes, "realtime:connection"))
		t.subscription = append(t.subscription, deriveKey(master.Bytes, "realtime:subscription"))
	}
	return t
}

// SharedTokens makes Tokens that sign both kinds with the secret of an external Centrifugo, which
// distinguishes the kinds by the claim channel. They live for at most SharedTokenTTL.
func SharedTokens(shared string, ttl time.Duration) *Tokens {
	return &Tokens{connection: [][]byte{[]byte(shared)}, subscription: [][]byte{[]byte(shared)}, ttl: min(ttl, SharedTokenTTL)}
}

func deriveKey(master []byte, purpose string) []byte {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

// Issued is a new token, in the form of the API. Channel is empty for connection tokens.
type Issued struct {
	Token   string `json:"token"`
	Channel string `json:"channel,omitempty"`
	// ExpiresIn is in seconds.
	ExpiresIn int `json:"expires_in"`
}

// ForConnection issues a token to connect. It allows no subscription.
func (t *Tokens) ForConnection(clientID int64) (Issued, error) {
	return t.issue(t.connection[0], clientID, nil)
}

// ForChannel issues a token to subscribe to one channel. The caller must have checked that the client may
// subscribe.
func (t *Tokens) ForChannel(clientID int64, channel string) (Issued, error) {
	return t.issue(t.subscription[0], clientID, &channel)
}

// userID returns the id of a client in Centrifugo's protocol.
func userID(clientID int64) string { return strconv.FormatInt(clientID, 10) }

// claims are the claims of both kinds of tokens. Without the claim, Channel is nil and PersonID is 0.
type claims struct {
	jwt.RegisteredClaims
	Channel  *string `json:"channel,omitempty"`
	PersonID int64   `json:"person,omitempty"`
}

func (c claims) issuedAt() int64 {
	if c.IssuedAt == nil {
		return 0
	}
	return c.IssuedAt.Unix()
}

func (t *Tokens) issue(key []byte, clientID int64, channel *string) (Issued, error) {
	now := time.Now()
	text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Subject: userID(clientID), Audience: jwt.ClaimStrings{Audience},
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(t.ttl)),
		},
		Channel: channel, PersonID: t.personID,
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

// verifiedToken holds the content of a valid token.
type verifiedToken struct {
	clientID string
	// personID is 0 for a token of the client itself.
	personID int64
	// issuedAt and expiresAt are in seconds since 1970. issuedAt is 0 for a token without it.
	issuedAt, expiresAt int64
}

// verifyConnection verifies a connection token. A token with the claim channel is a subscription token, so it
// is not valid here. Errors: errExpired, errInvalid.
func (t *Tokens) verifyConnection(token string) (verifiedToken, error) {
	c, err := verify(token, t.connection)
	if err == nil && c.Channel != nil {
		err = errInvalid
	}
	if err != nil {
		return verifiedToken{}, err
	}
	return verifiedToken{clientID: c.Subject, personID: c.PersonID, issuedAt: c.issuedAt(), expiresAt: c.ExpiresAt.Unix()}, nil
}

// verifySubscription verifies a subscription token of the client for the channel. Errors:
// errExpired, errInvalid.
func (t *Tokens) verifySubscription(token, clientID, channel string) (verifiedToken, error) {
	c, err := verify(token, t.subscription)
	if err == nil && (c.Channel == nil || *c.Channel != channel || c.Subject != clientID || !realtime.IsChannel(channel)) {
		err = errInvalid
	}
	if err != nil {
		return verifiedToken{}, err
	}
	return verifiedToken{clientID: c.Subject, personID: c.PersonID, issuedAt: c.issuedAt(), expiresAt: c.ExpiresAt.Unix()}, nil
}

func verify(token string, keys [][]byte) (claims, error) {
	var c claims
	var accepted jwt.VerificationKeySet
	for _, key := range keys {
		accepted.Keys = append(accepted.Keys, key)
	}
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return accepted, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithAudience(Audience), jwt.WithExpirationRequired())
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return c, errExpired
	case err != nil || c.Subject == "":
		return c, errInvalid
	}
	return c, nil
}
