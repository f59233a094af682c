package realtime

import (
	"errors"
	"gateway/domain/realtime"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

var (
	master = []byte("a master secret of thirty-two bytes")
	other  = []byte("the master secret of another house..")
)

// sign makes a token by hand, such as the issuer never would.
func sign(t *testing.T, method jwt.SigningMethod, key any, c jwt.MapClaims) string {
	t.Helper()
	text, err := jwt.NewWithClaims(method, c).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func issued(t *testing.T, give func() (Issued, error)) string {
	t.Helper()
	i, err := give()
	if err != nil {
		t.Fatal(err)
	}
	return i.Token
}

func good() jwt.MapClaims {
	return jwt.MapClaims{"sub": "7", "aud": Audience, "exp": time.Now().Add(time.Hour).Unix()}
}

func without(c jwt.MapClaims, name string) jwt.MapClaims { delete(c, name); return c }

func with(c jwt.MapClaims, name string, value any) jwt.MapClaims { c[name] = value; return c }

func TestTokensHaveTheClaimsOfCentrifugo(t *testing.T) {
	t.Parallel()
	tokens := DerivedTokens(master, time.Hour)
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
	_, _, err = jwt.NewParser().ParseUnverified(issued(t, func() (Issued, error) { return tokens.ForConnection(7) }), claims)
	if _, has := claims["channel"]; err != nil || has {
		t.Errorf("a connection token names a channel: %v %v", claims, err)
	}
}

func TestConnectionTokensThatAreRefused(t *testing.T) {
	t.Parallel()
	tokens := DerivedTokens(master, time.Hour)
	key := derive(master, "realtime:connection")
	for name, c := range map[string]struct {
		token string
		want  error
	}{
		"good":                    {sign(t, jwt.SigningMethodHS256, key, good()), nil},
		"not a token":             {"nonsense", errInvalid},
		"none":                    {"", errInvalid},
		"unsigned":                {sign(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, good()), errInvalid},
		"another algorithm":       {sign(t, jwt.SigningMethodHS512, key, good()), errInvalid},
		"another house's key":     {issued(t, func() (Issued, error) { return DerivedTokens(other, time.Hour).ForConnection(7) }), errInvalid},
		"a subscription token":    {issued(t, func() (Issued, error) { return tokens.ForChannel(7, "chat:ticket.9") }), errInvalid},
		"names a channel":         {sign(t, jwt.SigningMethodHS256, key, with(good(), "channel", "chat:ticket.9")), errInvalid},
		"names an empty channel":  {sign(t, jwt.SigningMethodHS256, key, with(good(), "channel", "")), errInvalid},
		"of another audience":     {sign(t, jwt.SigningMethodHS256, key, with(good(), "aud", "portal")), errInvalid},
		"without audience":        {sign(t, jwt.SigningMethodHS256, key, without(good(), "aud")), errInvalid},
		"without expiry":          {sign(t, jwt.SigningMethodHS256, key, without(good(), "exp")), errInvalid},
		"without subject":         {sign(t, jwt.SigningMethodHS256, key, without(good(), "sub")), errInvalid},
		"subject is a number":     {sign(t, jwt.SigningMethodHS256, key, with(good(), "sub", 7)), errInvalid},
		"expired":                 {issued(t, func() (Issued, error) { return DerivedTokens(master, -time.Minute).ForConnection(7) }), errExpired},
		"expired, of another key": {issued(t, func() (Issued, error) { return DerivedTokens(other, -time.Minute).ForConnection(7) }), errInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := tokens.connecting(c.token)
			if !errors.Is(err, c.want) || err == nil && g.user != "7" {
				t.Errorf("%+v %v, want %v", g, err, c.want)
			}
		})
	}
}

func TestSubscriptionTokensThatAreRefused(t *testing.T) {
	t.Parallel()
	const channel = "transactions:client.7"
	tokens := DerivedTokens(master, time.Hour)
	key := derive(master, "realtime:subscription")
	of := func(client int64, channel string) string {
		return issued(t, func() (Issued, error) { return tokens.ForChannel(client, channel) })
	}
	for name, c := range map[string]struct {
		channel, token string
		want           error
	}{
		"good":                 {channel, of(7, channel), nil},
		"a connection token":   {channel, issued(t, func() (Issued, error) { return tokens.ForConnection(7) }), errInvalid},
		"of another client":    {channel, of(8, channel), errInvalid},
		"for another channel":  {channel, of(7, "transactions:client.8"), errInvalid},
		"without a channel":    {channel, sign(t, jwt.SigningMethodHS256, key, good()), errInvalid},
		"another namespace":    {"news:client.7", of(7, "news:client.7"), errInvalid},
		"no such channel":      {"chat:client.7", of(7, "chat:client.7"), errInvalid},
		"of another audience":  {channel, sign(t, jwt.SigningMethodHS256, key, with(with(good(), "channel", channel), "aud", "x")), errInvalid},
		"another algorithm":    {channel, sign(t, jwt.SigningMethodHS384, key, with(good(), "channel", channel)), errInvalid},
		"none":                 {channel, "", errInvalid},
		"expired":              {channel, issued(t, func() (Issued, error) { return DerivedTokens(master, -time.Minute).ForChannel(7, channel) }), errExpired},
		"of another house":     {channel, issued(t, func() (Issued, error) { return DerivedTokens(other, time.Hour).ForChannel(7, channel) }), errInvalid},
		"shared with a server": {channel, issued(t, func() (Issued, error) { return SharedTokens("secret", time.Hour).ForChannel(7, channel) }), errInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := tokens.subscribing(c.token, "7", c.channel); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestEachChannelHasOneName(t *testing.T) {
	t.Parallel()
	if id, ok := realtime.ParseTicketChannel(realtime.TicketChannel(12)); id != 12 || !ok {
		t.Error("a ticket's channel is not understood")
	}
	if id, ok := realtime.ParseTransactionsChannel(realtime.TransactionsChannel(12)); id != 12 || !ok {
		t.Error("a client's channel is not understood")
	}
	for _, name := range []string{
		"", "chat", "chat:", "chat:ticket", "chat:ticket.", "chat:ticket.0", "chat:ticket.-1", "chat:ticket.+1", "chat:ticket.01",
		"chat:ticket.1 ", "chat:ticket.1.2", "Chat:ticket.1", "chat:client.1", "transactions:ticket.1", "transactions:client.1",
		"chat:ticket.9223372036854775808",
	} {
		if _, ok := realtime.ParseTicketChannel(name); ok {
			t.Errorf("%q is taken for a ticket's channel", name)
		}
	}
}
