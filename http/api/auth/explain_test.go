package auth_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/http/api/auth"

	"github.com/gin-gonic/gin"
)

func TestARefusalOfACredentialSaysWhichHeaderItBelongsInto(t *testing.T) {
	t.Parallel()
	key, token := "sk_live_"+strings.Repeat("a", 48), strings.Repeat("b", 64)
	for _, c := range []struct{ name, key, authorization, wantKey, wantToken string }{
		{"nothing", "", "", "X-API-Key is missing", "Authorization is missing: POST /auth/login"},
		{"a key in its header", key, "", "not valid or not active", "an API key does not open this path"},
		{"a key as a token", "", "Bearer " + key, "belongs into X-API-Key", "Authorization holds an API key"},
		{"a token as a key", token, "", "a token of POST /auth/login, which is not an API key", "an API key does not open this path"},
		{"a token in its header", "", "Bearer " + token, "does not open this path", "has expired or is not valid"},
		{"a token without Bearer", "", token, "X-API-Key is missing", "not of the form Bearer"},
		{"some text", "secret", "Bearer secret", "holds no API key", "has expired or is not valid"},
		{"no UTF-8", "\xff", "Bearer \xff", "holds no API key", "has expired or is not valid"},
		{"very long", strings.Repeat("x", 1<<16), "Bearer " + strings.Repeat("x", 1<<16), "holds no API key", "has expired or is not valid"},
	} {
		g, _ := gin.CreateTestContext(httptest.NewRecorder())
		g.Request = httptest.NewRequest("GET", "/", nil)
		g.Request.Header.Set("X-API-Key", c.key)
		g.Request.Header.Set("Authorization", c.authorization)
		says(t, c.name, auth.NoKey(g), "invalid_api_key", c.wantKey)
		says(t, c.name, auth.NoToken(g, "/auth/login"), "invalid_token", c.wantToken)
	}
}

func says(t *testing.T, name string, err error, code, want string) {
	t.Helper()
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) || refusal.Code != code || !strings.Contains(refusal.Message, want) || len(refusal.Message) > 200 {
		t.Errorf("%s: %v, want %s", name, err, want)
	}
	for _, secret := range []string{"aaaa", "bbbb", "secret", "xxxx"} {
		if strings.Contains(refusal.Message, secret) {
			t.Errorf("%s: the refusal repeats the credential: %s", name, refusal.Message)
		}
	}
}
