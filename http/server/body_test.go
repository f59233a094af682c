package server_test

import (
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/api/envelope"
	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
)

// slowBody is a body that records whether it was read after the first handler had begun.
type slowBody struct {
	io.Reader
	begun *bool
	late  bool
}

func (b *slowBody) Read(p []byte) (int, error) {
	b.late = b.late || *b.begun
	return b.Reader.Read(p)
}

func TestABodyIsReadBeforeItsCallerIsKnown(t *testing.T) {
	t.Parallel()
	var begun bool
	var got []byte
	h := newRouterOf(t, surface(func(r gin.IRouter) {
		r.POST("/act", func(c *gin.Context) {
			begun = true // a session would be checked here
			var err error
			if got, err = envelope.Body(c); err != nil {
				envelope.Fail(c, err)
			}
		})
	}))
	send := func(body io.Reader) (late bool, status int) {
		begun, got = false, nil
		slow := &slowBody{Reader: body, begun: &begun}
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, httptest.NewRequest("POST", "/api/act", slow))
		return slow.late, answer.Code
	}
	if late, status := send(strings.NewReader(`{"amount":1}`)); late || status != 200 || string(got) != `{"amount":1}` {
		t.Errorf("%q is read late: %t, answered with %d", got, late, status)
	}
	whole := strings.Repeat(" ", strangers.MaxStranger)
	if late, status := send(strings.NewReader(whole)); late || status != 200 || string(got) != whole {
		t.Errorf("the longest body: late %t, %d, %d bytes", late, status, len(got))
	}
	if late, status := send(strings.NewReader(whole + " ")); late || status != 400 {
		t.Errorf("a longer one: late %t, %d", late, status)
	}
	broken := io.MultiReader(strings.NewReader(`{}`), failing{})
	if _, status := send(broken); status != 400 {
		t.Errorf("one that breaks off is answered with %d", status)
	}
}

// The rest of a long body is read once its caller was checked, and then the caller is checked again.
func TestACallerWithALongBodyIsCheckedBeforeAndAfterIt(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		length int
		// disabled is the number of the check that refuses, 0 for none.
		disabled int
		// checks is the number of checks that run, read the number of bytes that reach the handler.
		checks, read, status int
	}{
		"as long as a stranger's":               {strangers.MaxStranger, 0, 1, strangers.MaxStranger, 200},
		"longer":                                {strangers.MaxStranger + 1, 0, 2, strangers.MaxStranger + 1, 200},
		"as long as any":                        {envelope.MaxBody, 0, 2, envelope.MaxBody, 200},
		"longer than any":                       {envelope.MaxBody + 1, 0, 2, 0, 400},
		"of a stranger":                         {envelope.MaxBody, 1, 1, 0, 401},
		"of a caller who is disabled meanwhile": {envelope.MaxBody, 2, 2, 0, 401},
		"a short one of a stranger":             {2, 1, 1, 0, 401},
	} {
		for _, declared := range []bool{true, false} {
			checks, read := 0, 0
			source := &counting{Reader: strings.NewReader(strings.Repeat(" ", c.length))}
			h := newRouterOf(t, surface(func(r gin.IRouter) {
				r.POST("/act", strangers.Admit(func(g *gin.Context) {
					if checks++; checks == 1 && source.read > strangers.MaxStranger+1 {
						t.Errorf("%s: %d bytes are read of a caller who is not known", what, source.read)
					}
					if checks == c.disabled {
						envelope.Refuse(g, 401, "invalid_token", "no")
					}
				}), func(g *gin.Context) {
					body, err := envelope.Body(g)
					if read = len(body); err != nil {
						envelope.Fail(g, err)
					}
				})
			}))
			request := httptest.NewRequest("POST", "/api/act", source)
			if request.ContentLength = -1; declared {
				request.ContentLength = int64(c.length)
			}
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, request)
			if answer.Code != c.status || checks != c.checks || read != c.read {
				t.Errorf("%s, declared %t: %d after %d checks, %d bytes", what, declared, answer.Code, checks, read)
			}
			if c.disabled == 1 && declared && c.length > strangers.MaxStranger && source.read > 0 {
				t.Errorf("%s: %d bytes are read of a body that is known to be too long", what, source.read)
			}
		}
	}
}

// counting counts the bytes that are read from it.
type counting struct {
	io.Reader
	read int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read += n
	return n, err
}

// For an unknown path, or a method that the path does not take, the body is not read.
func TestNoBodyIsReadOfAPathThatDoesNotExist(t *testing.T) {
	t.Parallel()
	h, _ := newRouter(t)
	for _, path := range []string{"/nothing", "/api/echo/a"} {
		source := &counting{Reader: strings.NewReader("{}")}
		answer := httptest.NewRecorder()
		if h.ServeHTTP(answer, httptest.NewRequest("POST", path, source)); source.read > 0 || answer.Code < 404 {
			t.Errorf("%s: %d bytes are read, %d", path, source.read, answer.Code)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the connection is gone") }
