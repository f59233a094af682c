package server

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// A closed page aborts its waiting request.
func TestACallerWhoGoesAwayIsNoErrorOfTheGateway(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		what    string
		ctx     context.Context
		err     error
		entries int
	}{
		{"the caller has gone away", gone, fmt.Errorf("read: %w", context.Canceled), 0},
		{"something else failed meanwhile", gone, errors.New("disk full"), 1},
		{"the gateway itself gave up", t.Context(), context.Canceled, 1},
	} {
		var lines strings.Builder
		logger := logrus.New()
		logger.SetOutput(&lines)
		r := gin.New()
		r.Use(logErrors(logrus.NewEntry(logger)))
		r.GET("/", func(g *gin.Context) { _ = g.Error(c.err) })
		r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(c.ctx, "GET", "/", nil))
		if got := strings.Count(lines.String(), "level=error"); got != c.entries {
			t.Errorf("%s: %d lines, want %d", c.what, got, c.entries)
		}
	}
}
