package auth_test

import (
	"net/http/httptest"
	"testing"

	"gateway/http/api/auth"

	"github.com/gin-gonic/gin"
)

func TestTheBearerTokenIsReadFromItsHeader(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"Bearer abc": "abc", "bearer  abc ": "abc", "Basic abc": "", "abc": "", "Bearer": "", "": "",
	} {
		c, _ := gin.CreateTestContext(httptest.NewRecorder())
		c.Request = httptest.NewRequest("GET", "/", nil)
		c.Request.Header.Set("Authorization", header)
		if got := auth.BearerToken(c); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}
