package envelope

import (
	"bytes"
	"context"
	"net/http"

	"gateway/domain/idempotency"
	"gateway/http/service"

	"github.com/gin-gonic/gin"
)

// Handle binds the body to an R, runs the use case, and answers with its result as Respond does. parse is Parse,
// ParseOptional, or the handler's own function that checks more.
func Handle[R, T any](c *gin.Context, parse func(body []byte) (R, error), run func(ctx context.Context, r R) (T, error)) {
	data, err := bindAndRun(c, parse, run)
	Respond(c, data, err)
}

// HandleCreation is Handle for a use case that runs once per Idempotency-Key. The client will own the
// created thing; 0 means no client. An error of parse is passed on in the creation, because a key that was used
// before is checked first. If an approval was asked for in place of the creation, the answer is 202. A repeated
// answer has the header Idempotency-Replayed.
func HandleCreation[R any](
	c *gin.Context, clientID int64, parse func(body []byte) (R, error),
	run func(ctx context.Context, creation service.Creation, r R) (service.Created, error),
) {
	body, err := Body(c)
	if err != nil {
		Fail(c, err)
		return
	}
	r, invalid := parse(body)
	invalid = blameContentType(c, body, invalid)
	created, err := run(c.Request.Context(), service.Creation{
		ClientID: clientID, Key: c.GetHeader("Idempotency-Key"),
		Method: c.Request.Method, Path: c.Request.URL.Path, BodyHash: idempotency.Hash(body),
		Invalid: invalid,
	}, r)
	if err != nil {
		Fail(c, err)
		return
	}
	if created.Replayed {
		c.Header("Idempotency-Replayed", "true")
	}
	if created.Accepted {
		c.Status(http.StatusAccepted)
	}
	OK(c, created.Data)
}

// ParseOptional is Parse, but reads an empty body as an empty object.
func ParseOptional[T any](body []byte) (T, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	return Parse[T](body)
}

func bindAndRun[R, T any](
	c *gin.Context, parse func(body []byte) (R, error), run func(ctx context.Context, r R) (T, error),
) (data T, err error) {
	body, err := Body(c)
	if err != nil {
		return data, err
	}
	r, err := parse(body)
	if err != nil {
		return data, blameContentType(c, body, err)
	}
	return run(c.Request.Context(), r)
}
