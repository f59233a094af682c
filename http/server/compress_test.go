package server_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/server"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// texts answers with bodies of several kinds.
type texts struct{}

const tag = `"v1"`

func (texts) Routes(r gin.IRouter) {
	long := []byte(strings.Repeat("saldo ", 1000))
	r.GET("/page", func(c *gin.Context) {
		c.Header("ETag", tag)
		if c.GetHeader("If-None-Match") == tag {
			c.Status(http.StatusNotModified)
			return
		}
		c.Data(http.StatusOK, "text/html; charset=utf-8", long)
	})
	r.GET("/short", func(c *gin.Context) { c.Data(http.StatusOK, "text/html", []byte("saldo")) })
	r.GET("/picture", func(c *gin.Context) { c.Data(http.StatusOK, "image/png", long) })
	r.GET("/encoded", func(c *gin.Context) {
		c.Header("Content-Encoding", "br")
		c.Data(http.StatusOK, "text/html", long)
	})
	r.GET("/events", func(c *gin.Context) {
		c.Header("Content-Type", "text/event-stream")
		for range 3 {
			_, _ = c.Writer.Write(long)
			c.Writer.Flush()
		}
	})
	r.GET("/pieces", func(c *gin.Context) {
		c.Header("Content-Type", "text/csv")
		for range 1000 {
			_, _ = c.Writer.WriteString("saldo ")
		}
	})
}

func TestAnAnswerIsCompressedForWhomItMayBe(t *testing.T) {
	t.Parallel()
	router := compressing(t, map[string]server.Surface{"/t": texts{}})
	for _, c := range []struct {
		path, accepts string
		zipped, vary  bool
	}{
		{"/t/page", "gzip, deflate, br", true, true},
		{"/t/page", "", false, true},
		{"/t/page", "br", false, true},
		{"/t/page", "gzip;q=0", false, true},
		{"/t/page", "gzip;q=0, *", false, true},
		{"/t/page", "*;q=0.1", true, true},
		{"/t/page", "identity;q=0.5, gzip;q=0.4", false, true},
		{"/t/page", "identity;q=0.5, GZIP;Q=0.5", true, true},
		{"/t/page", "gzip;q=x", false, true},
		{"/t/pieces", "gzip", true, true},
		{"/t/short", "gzip", false, true},
		{"/t/picture", "gzip", false, false},
		{"/t/encoded", "gzip", false, true},
		{"/t/events", "gzip", false, false},
	} {
		answer := ask(t, router, c.path, http.Header{"Accept-Encoding": {c.accepts}})
		h := answer.Header()
		if got := h.Get("Content-Encoding") == "gzip"; got != c.zipped || (h.Get("Vary") == "Accept-Encoding") != c.vary {
			t.Errorf("%s for %q: %v", c.path, c.accepts, h)
		}
		if !c.zipped {
			continue
		}
		zip, err := gzip.NewReader(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(zip)
		if err != nil || strings.Count(string(body), "saldo ") != 1000 || h.Get("Content-Length") != "" {
			t.Errorf("%s: %d bytes, %v, %v", c.path, len(body), err, h)
		}
	}
}

// The compressed answer is another one in bytes, so its tag is weak; a caller that sends it back has the page.
func TestACallerHasACompressedPageThatItsTagNames(t *testing.T) {
	t.Parallel()
	router := compressing(t, map[string]server.Surface{"/t": texts{}})
	tagged := ask(t, router, "/t/page", http.Header{"Accept-Encoding": {"gzip"}}).Header().Get("ETag")
	if tagged != "W/"+tag {
		t.Errorf("the tag is %s", tagged)
	}
	again := ask(t, router, "/t/page", http.Header{"Accept-Encoding": {"gzip"}, "If-None-Match": {tagged}})
	if again.Code != http.StatusNotModified || again.Body.Len() > 0 || again.Header().Get("Content-Encoding") != "" {
		t.Errorf("%d with %d bytes, %v", again.Code, again.Body.Len(), again.Header())
	}
	if plain := ask(t, router, "/t/page", nil).Header().Get("ETag"); plain != tag {
		t.Errorf("the plain page has the tag %s", plain)
	}
}

func ask(t *testing.T, router http.Handler, path string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	request.Header = header
	if header == nil {
		request.Header = http.Header{}
	}
	answer := httptest.NewRecorder()
	router.ServeHTTP(answer, request)
	return answer
}

func compressing(t *testing.T, surfaces map[string]server.Surface) http.Handler {
	t.Helper()
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	h, err := server.Router(server.Config{Logger: logrus.NewEntry(logger), Metrics: server.NewMetrics()}, surfaces)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
