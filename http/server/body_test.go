package server_test

import (
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// slowBody is a body that tells whether it was read after the first handler had begun.
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
			begun = true // here a session would be checked
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
	whole := strings.Repeat(" ", envelope.MaxBody)
	if late, status := send(strings.NewReader(whole)); late || status != 200 || string(got) != whole {
		t.Errorf("the longest body: late %t, %d, %d bytes", late, status, len(got))
	}
	if _, status := send(strings.NewReader(whole + " ")); status != 400 {
		t.Errorf("a longer one is answered with %d", status)
	}
	broken := io.MultiReader(strings.NewReader(`{}`), failing{})
	if _, status := send(broken); status != 400 {
		t.Errorf("one that breaks off is answered with %d", status)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the connection is gone") }
