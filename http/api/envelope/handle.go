package envelope

import (
	"bytes"
	"context"

	"gateway/domain/idempotency"
	"gateway/http/service"

	"github.com/gin-gonic/gin"
)

// Handle binds the body to an R, runs the use case, and answers 200 with its result. If the result is an
// approval that was asked for instead, it answers 202. parse is Parse, ParseOptional, or the handler's own
// function that checks more.
func Handle[R, T any](c *gin.Context, parse func(body []byte) (R, error), run func(ctx context.Context, r R) (T, error)) {
	data, err := bindAndRun(c, parse, run)
	answer(c, OK, data, err)
}

// HandleNew is Handle for a use case that creates something without an Idempotency-Key: it answers 201 in place of 200.
func HandleNew[R, T any](c *gin.Context, parse func(body []byte) (R, error), run func(ctx context.Context, r R) (T, error)) {
	data, err := bindAndRun(c, parse, run)
	answer(c, Created, data, err)
}

// answer answers with the error err if it is not nil, with 202 if data is an approval that was asked for, and
// otherwise by calling success.
func answer(c *gin.Context, success func(*gin.Context, any), data any, err error) {
	if err != nil {
		Fail(c, err)
		return
	}
	if _, accepted := data.(service.Accepted); accepted {
		success = Accepted
	}
	success(c, data)
}

// HandleCreation is HandleNew for a use case that runs once per Idempotency-Key. The client will own the
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
		Accepted(c, created.Data)
		return
	}
	Created(c, created.Data)
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
