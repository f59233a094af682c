package server

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// People search for names, addresses and phone numbers.
func TestTheLogOfRequestsDoesNotSayWhatWasSearchedFor(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.TestMode)
	var lines strings.Builder
	logger := logrus.New()
	logger.SetOutput(&lines)
	logger.SetLevel(logrus.DebugLevel)
	r := gin.New()
	r.Use(logRequests(logrus.NewEntry(logger)))
	r.GET("/api/v2/admin/search", func(c *gin.Context) { c.Status(200) })
	for _, path := range []string{"/api/v2/admin/search?q=budi%40example.com", "/api/v2/admin/serach?q=budi%40example.com"} {
		r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	if got := lines.String(); strings.Count(got, "msg=request") != 2 || !strings.Contains(got, "route=/api/v2/admin/search") || strings.Contains(got, "budi") {
		t.Error(got)
	}
}
