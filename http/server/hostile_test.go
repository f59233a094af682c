package server_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"gateway/http/api/envelope"
	"gateway/http/server"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// echo is a surface that answers with what it received.
type echo struct{}

func (echo) Routes(r gin.IRouter) {
	r.GET("/echo/:text", func(c *gin.Context) {
		envelope.OK(c, gin.H{"text": c.Param("text"), "q": c.Query("q"), "address": c.ClientIP()})
	})
}

// surface is a function that mounts routes.
type surface func(r gin.IRouter)

func (s surface) Routes(r gin.IRouter) { s(r) }

func newRouter(t *testing.T, proxies ...string) (http.Handler, *server.Metrics) {
	t.Helper()
	return routerOf(t, echo{}, proxies...)
}

func newRouterOf(t *testing.T, s server.Surface) http.Handler {
	t.Helper()
	h, _ := routerOf(t, s)
	return h
}

func routerOf(t *testing.T, s server.Surface, proxies ...string) (http.Handler, *server.Metrics) {
	t.Helper()
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	m := server.NewMetrics()
	h, err := server.Router(server.Config{
		Logger: logrus.NewEntry(logger), Metrics: m, TrustedProxies: proxies,
		Ready: func() error { return nil }, Degraded: func() []string { return nil },
		Guide: func(string) string { return "https://pay.example/api/v2/docs/errors" },
	}, map[string]server.Surface{"/api": s})
	if err != nil {
		t.Fatal(err)
	}
	return h, m
}

func get(h http.Handler, path string, header http.Header) *httptest.ResponseRecorder {
	request := httptest.NewRequest("GET", "/", nil)
	path, query, _ := strings.Cut(path, "?")
	request.URL.RawPath, request.URL.RawQuery = path, query
	request.URL.Path = path
	if u, err := request.URL.Parse(path); err == nil {
		request.URL.Path, request.URL.RawPath = u.Path, u.RawPath
	}
	for name, values := range header {
		request.Header[name] = values
	}
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, request)
	return answer
}

func TestInventedMethodsMakeNoNewMetrics(t *testing.T) {
	t.Parallel()
	h, m := newRouter(t)
	for i := range 100 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("METHOD"+strconv.Itoa(i), "/api/echo/a", nil))
	}
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	if n := strings.Count(answer.Body.String(), "gateway_http_request_seconds_count{"); n != 1 {
		t.Errorf("100 methods make %d series", n)
	}
	if !strings.Contains(answer.Body.String(), `gateway_http_request_seconds_count{method="other",route="none",status="405"} 100`) {
		t.Error("they are not counted as other methods")
	}
}

func TestTextThatIsNoUTF8IsABadRequestWhereverItStands(t *testing.T) {
	t.Parallel()
	h, _ := newRouter(t)
	for what, c := range map[string]struct {
		path   string
		header http.Header
		status int
	}{
		"in the path":                     {"/api/echo/%ff", nil, 400},
		"NUL in the path":                 {"/api/echo/a%00b", nil, 400},
		"in the query":                    {"/api/echo/a?q=%c3%28", nil, 400},
		"in an unknown part of the query": {"/api/echo/a?x=%ff", nil, 400},
		"in a name in the query":          {"/api/echo/a?%ff=x", nil, 400},
		"NUL in the query":                {"/api/echo/a?q=%00", nil, 400},
		"in the Idempotency-Key":          {"/api/echo/a", http.Header{"Idempotency-Key": {"\xff"}}, 400},
		"in the X-Api-Key":                {"/api/echo/a", http.Header{"X-Api-Key": {"sk_\xff"}}, 400},
		"of a path that does not exist":   {"/nothing/%ff", nil, 400},
		"UTF-8 everywhere":                {"/api/echo/%c3%a4?q=%c3%a4", http.Header{"Idempotency-Key": {"ä"}}, 200},
		"a slash in a parameter":          {"/api/echo/a%2Fb?q=%25", nil, 200},
		"Latin 1 in a header of others":   {"/api/echo/a", http.Header{"User-Agent": {"M\xfcller"}}, 200},
	} {
		if got := get(h, c.path, c.header); got.Code != c.status || c.status == 400 && !strings.Contains(got.Body.String(), `"invalid_field"`) {
			t.Errorf("%s: %d %s", what, got.Code, got.Body)
		}
	}
}

func TestTheAddressOfACallerIsThatWhichTheTrustedProxySaw(t *testing.T) {
	t.Parallel()
	const proxy = "192.0.2.1" // the address of httptest's requests
	for what, c := range map[string]struct {
		proxies []string
		header  http.Header
		want    string
	}{
		"without a proxy":                     {nil, http.Header{"X-Forwarded-For": {"203.0.113.9"}}, proxy},
		"behind a proxy":                      {[]string{proxy}, http.Header{"X-Forwarded-For": {"203.0.113.9"}}, "203.0.113.9"},
		"behind two":                          {[]string{proxy, "10.0.0.0/8"}, http.Header{"X-Forwarded-For": {"203.0.113.9, 10.1.1.1"}}, "203.0.113.9"},
		"the caller sends another before":     {[]string{proxy}, http.Header{"X-Forwarded-For": {"198.51.100.7, 203.0.113.9"}}, "203.0.113.9"},
		"before, in a line of its own":        {[]string{proxy}, http.Header{"X-Forwarded-For": {"198.51.100.7", "203.0.113.9"}}, "203.0.113.9"},
		"X-Real-Ip, which proxies pass on":    {[]string{proxy}, http.Header{"X-Real-Ip": {"198.51.100.7"}}, proxy},
		"X-Real-Ip beside an invalid address": {[]string{proxy}, http.Header{"X-Real-Ip": {"198.51.100.7"}, "X-Forwarded-For": {"x"}}, proxy},
	} {
		h, _ := newRouter(t, c.proxies...)
		if got := get(h, "/api/echo/a", c.header); !strings.Contains(got.Body.String(), `"address":"`+c.want+`"`) {
			t.Errorf("%s: %s, want %s", what, got.Body, c.want)
		}
	}
}
