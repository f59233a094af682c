package realtimeserver

import (
	"errors"
	"testing"
	"time"

	"gateway/domain/secret"

	"github.com/golang-jwt/jwt/v5"
)

var (
	master       = []byte("a master secret of thirty-two bytes")
	masters      = secret.NewRing(string(master))
	otherMasters = secret.NewRing("the master secret of another gateway")
)

// sign signs any claims, including those that Tokens would not issue.
func sign(t *testing.T, method jwt.SigningMethod, key any, c jwt.MapClaims) string {
	t.Helper()
	text, err := jwt.NewWithClaims(method, c).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func tokenOf(t *testing.T, give func() (Issued, error)) string {
	t.Helper()
	i, err := give()
	if err != nil {
		t.Fatal(err)
	}
	return i.Token
}

func validClaims() jwt.MapClaims {
	return jwt.MapClaims{"sub": "7", "aud": Audience, "exp": time.Now().Add(time.Hour).Unix()}
}

func without(c jwt.MapClaims, name string) jwt.MapClaims { delete(c, name); return c }

func with(c jwt.MapClaims, name string, value any) jwt.MapClaims { c[name] = value; return c }

func TestTokensHaveCentrifugosClaims(t *testing.T) {
	t.Parallel()
	tokens := DerivedTokens(masters, time.Hour)
	i, err := tokens.ForChannel(7, "chat:ticket.9")
	if err != nil || i.Channel != "chat:ticket.9" || i.ExpiresIn != 3600 {
		t.Fatalf("%+v %v", i, err)
	}
	claims := jwt.MapClaims{}
	parsed, _, err := jwt.NewParser().ParseUnverified(i.Token, claims)
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Method.Alg() != "HS256" || claims["sub"] != "7" || claims["channel"] != "chat:ticket.9" {
		t.Errorf("%v %v", parsed.Header, claims)
	}
	if _, number := claims["exp"].(float64); !number {
		t.Errorf("exp is %v", claims["exp"])
	}
	claims = jwt.MapClaims{}
	_, _, err = jwt.NewParser().ParseUnverified(tokenOf(t, func() (Issued, error) { return tokens.ForConnection(7) }), claims)
	if _, has := claims["channel"]; err != nil || has {
		t.Errorf("a connection token names a channel: %v %v", claims, err)
	}
}

func TestOnlyAConnectionTokenOfTheGatewayConnects(t *testing.T) {
	t.Parallel()
	tokens := DerivedTokens(masters, time.Hour)
	key := deriveKey(master, "realtime:connection")
	for name, c := range map[string]struct {
		token string
		want  error
	}{
		"good":                    {sign(t, jwt.SigningMethodHS256, key, validClaims()), nil},
		"not a token":             {"nonsense", errInvalid},
		"none":                    {"", errInvalid},
		"unsigned":                {sign(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, validClaims()), errInvalid},
		"another algorithm":       {sign(t, jwt.SigningMethodHS512, key, validClaims()), errInvalid},
		"another gateway's key":   {tokenOf(t, func() (Issued, error) { return DerivedTokens(otherMasters, time.Hour).ForConnection(7) }), errInvalid},
		"a subscription token":    {tokenOf(t, func() (Issued, error) { return tokens.ForChannel(7, "chat:ticket.9") }), errInvalid},
		"names a channel":         {sign(t, jwt.SigningMethodHS256, key, with(validClaims(), "channel", "chat:ticket.9")), errInvalid},
		"names an empty channel":  {sign(t, jwt.SigningMethodHS256, key, with(validClaims(), "channel", "")), errInvalid},
		"of another audience":     {sign(t, jwt.SigningMethodHS256, key, with(validClaims(), "aud", "portal")), errInvalid},
		"without audience":        {sign(t, jwt.SigningMethodHS256, key, without(validClaims(), "aud")), errInvalid},
		"without expiry":          {sign(t, jwt.SigningMethodHS256, key, without(validClaims(), "exp")), errInvalid},
		"without subject":         {sign(t, jwt.SigningMethodHS256, key, without(validClaims(), "sub")), errInvalid},
		"subject is a number":     {sign(t, jwt.SigningMethodHS256, key, with(validClaims(), "sub", 7)), errInvalid},
		"expired":                 {tokenOf(t, func() (Issued, error) { return DerivedTokens(masters, -time.Minute).ForConnection(7) }), errExpired},
		"expired, of another key": {tokenOf(t, func() (Issued, error) { return DerivedTokens(otherMasters, -time.Minute).ForConnection(7) }), errInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			token, err := tokens.verifyConnection(c.token)
			if !errors.Is(err, c.want) || err == nil && token.clientID != "7" {
				t.Errorf("%+v %v, want %v", token, err, c.want)
			}
		})
	}
}

func TestOnlyATokenForTheChannelAndTheClientSubscribes(t *testing.T) {
	t.Parallel()
	const channel = "transactions:client.7"
	tokens := DerivedTokens(masters, time.Hour)
	key := deriveKey(master, "realtime:subscription")
	of := func(client int64, channel string) string {
		return tokenOf(t, func() (Issued, error) { return tokens.ForChannel(client, channel) })
	}
	for name, c := range map[string]struct {
		channel, token string
		want           error
	}{
		"good":                 {channel, of(7, channel), nil},
		"a connection token":   {channel, tokenOf(t, func() (Issued, error) { return tokens.ForConnection(7) }), errInvalid},
		"of another client":    {channel, of(8, channel), errInvalid},
		"for another channel":  {channel, of(7, "transactions:client.8"), errInvalid},
		"without a channel":    {channel, sign(t, jwt.SigningMethodHS256, key, validClaims()), errInvalid},
		"another namespace":    {"news:client.7", of(7, "news:client.7"), errInvalid},
		"no such channel":      {"chat:client.7", of(7, "chat:client.7"), errInvalid},
		"of another audience":  {channel, sign(t, jwt.SigningMethodHS256, key, with(with(validClaims(), "channel", channel), "aud", "x")), errInvalid},
		"another algorithm":    {channel, sign(t, jwt.SigningMethodHS384, key, with(validClaims(), "channel", channel)), errInvalid},
		"none":                 {channel, "", errInvalid},
		"expired":              {channel, tokenOf(t, func() (Issued, error) { return DerivedTokens(masters, -time.Minute).ForChannel(7, channel) }), errExpired},
		"of another gateway":   {channel, tokenOf(t, func() (Issued, error) { return DerivedTokens(otherMasters, time.Hour).ForChannel(7, channel) }), errInvalid},
		"shared with a server": {channel, tokenOf(t, func() (Issued, error) { return SharedTokens("secret", time.Hour).ForChannel(7, channel) }), errInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := tokens.verifySubscription(c.token, "7", c.channel); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}
