package server

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gin-gonic/gin"
)

func TestARequestAllocatesNothingForTracesThatAreOff(t *testing.T) {
	c, _ := gin.CreateTestContext(httptest.NewRecorder())
	c.Request = httptest.NewRequest(http.MethodGet, "/x", nil)
	if n := testing.AllocsPerRun(100, func() { traceRequests(c) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
