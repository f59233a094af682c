package notificationapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"time"

	"gateway/domain/secret"

	"github.com/golang-jwt/jwt/v5"
)

// tokenLife is how long an access token lasts that we give to a company: the time of the standard.
const tokenLife = 15 * time.Minute

// tokenAudience is the claim aud of these tokens, and the purpose that their keys are derived for.
const tokenAudience = "provider:notifications"

// accessTokens issues and verifies the access tokens with which companies notify us: JWTs (HS256) about one
// connection. Their keys are derived from the master secrets, so every instance accepts those of the others. A token
// alone proves nothing: a notification is signed by the secret of its connection besides.
type accessTokens struct {
	// keys: the first signs, and all are accepted.
	keys [][]byte
	now  func() time.Time
}

func newAccessTokens(masters secret.Ring, now func() time.Time) accessTokens {
	t := accessTokens{now: now}
	for _, master := range masters.All() {
		mac := hmac.New(sha256.New, master.Bytes)
		mac.Write([]byte(tokenAudience))
		t.keys = append(t.keys, mac.Sum(nil))
	}
	return t
}

// issue makes a token about a connection.
func (t accessTokens) issue(connection string) (string, error) {
	now := t.now()
	claims := jwt.RegisteredClaims{
		Subject: connection, Audience: jwt.ClaimStrings{tokenAudience},
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(tokenLife)),
	}
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(t.keys[0])
}

// valid reports whether a token is one that was issued about the connection, and has not ended.
func (t accessTokens) valid(connection, token string) bool {
	for _, key := range t.keys {
		_, err := jwt.ParseWithClaims(token, &jwt.RegisteredClaims{}, func(*jwt.Token) (any, error) { return key, nil },
			jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithAudience(tokenAudience), jwt.WithSubject(connection),
			jwt.WithExpirationRequired(), jwt.WithTimeFunc(t.now))
		if err == nil {
			return true
		}
	}
	return false
}
