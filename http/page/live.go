package page

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
)

// liveFor bounds a stream, so that a session that has ended, or a changed role, is noticed. The browser
// reconnects by itself.
const liveFor = 5 * time.Minute

// stream tells an open page, by server-sent events, that something has changed. The page then reloads itself,
// so the stream carries no data.
func (s *Site) stream(g *gin.Context) {
	c := s.context(g)
	if c.token == "" {
		g.Status(http.StatusNoContent) // tells the browser not to reconnect
		return
	}
	var err error
	if c.Who, err = s.Logins.Me(c); err != nil {
		g.Status(http.StatusNoContent)
		return
	}
	strangers.Admitted(g) // a stream stays open long, so it must not count as a stranger's
	controller := http.NewResponseController(g.Writer)
	_ = controller.SetWriteDeadline(time.Now().Add(liveFor + time.Minute)) // a writer without deadlines does not need it
	g.Header("Content-Type", "text/event-stream")
	g.Header("X-Accel-Buffering", "no")
	g.Status(http.StatusOK)
	cursor, err := s.follow(c, controller)
	if isForbidden(err) {
		s.awaitAllowed(c, controller)
		return
	}
	for end := time.Now().Add(liveFor); err == nil && time.Now().Before(end); {
		began, changed := time.Now(), false
		if cursor, changed, err = s.Live(c, cursor); err != nil {
			return
		}
		message := ": nothing new\n\n"
		if changed {
			message = "event: change\ndata: \n\n"
		} else if time.Since(began) < time.Second {
			return // the gateway is stopping, and no longer holds answers back
		}
		err = send(g, controller, message)
	}
}

// follow starts the stream. It returns the current cursor and sends a first line, from which the browser knows
// that the stream is open.
func (s *Site) follow(c *Context, controller *http.ResponseController) (string, error) {
	cursor, _, err := s.Live(c, "")
	if err != nil {
		return "", err
	}
	return cursor, send(c.gin, controller, ": open\n\n")
}

// retryAllowed is how often awaitAllowed asks whether the API reports changes now.
const retryAllowed = 2 * time.Second

// awaitAllowed keeps the stream open for a person to whom the API does not report changes yet, such as one
// whose registration waits for an administrator. Once the API does, it tells the page that something changed,
// and the browser reconnects.
func (s *Site) awaitAllowed(c *Context, controller *http.ResponseController) {
	message := ": not yet\n\n"
	for end := time.Now().Add(liveFor); time.Now().Before(end) && send(c.gin, controller, message) == nil; {
		select {
		case <-c.gin.Request.Context().Done():
			return
		case <-time.After(retryAllowed):
		}
		if _, _, err := s.Live(c, ""); !isForbidden(err) {
			_ = send(c.gin, controller, "event: change\ndata: \n\n") // the browser reconnects in any case
			return
		}
	}
}

func isForbidden(err error) bool {
	refusal, ok := errors.AsType[*Problem](err)
	return ok && refusal.Status == http.StatusForbidden
}

func send(g *gin.Context, controller *http.ResponseController, message string) error {
	if _, err := fmt.Fprint(g.Writer, message); err != nil {
		return err
	}
	return controller.Flush()
}
