package admin

import (
	"bytes"
	"context"

	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// bind reads the body. None at all is an empty object: for most of what
// administrators do nothing needs to be said.
func bind[R any](c *gin.Context) (R, error) {
	raw, err := envelope.Body(c)
	if err != nil {
		var none R
		return none, err
	}
	return parse[R](raw)
}

func parse[R any](raw []byte) (R, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	return envelope.Parse[R](raw)
}

func answer[T any](c *gin.Context, thing T, err error) {
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.OK(c, thing)
}

func created[T any](c *gin.Context, thing T, err error) {
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Created(c, thing)
}

// one answers with the thing of the id.
func one[T any](c *gin.Context, id int64, find func(context.Context, int64) (T, error)) {
	thing, err := find(c.Request.Context(), id)
	answer(c, thing, err)
}

// command does something with the thing of an id, as the body says, and gives the
// thing that it changed or made.
type command[R, T any] func(ctx context.Context, id int64, r R) (T, error)

// act answers a command that changes.
func act[R, T any](c *gin.Context, id int64, do command[R, T]) {
	thing, err := run(c, id, do)
	answer(c, thing, err)
}

// add answers a command that makes a new secret: nothing of its answer may be kept,
// so it has no Idempotency-Key.
func add[R, T any](c *gin.Context, id int64, do command[R, T]) {
	thing, err := run(c, id, do)
	created(c, thing, err)
}

func run[R, T any](c *gin.Context, id int64, do command[R, T]) (thing T, err error) {
	r, err := bind[R](c)
	if err != nil {
		return thing, err
	}
	return do(c.Request.Context(), id, r)
}

// create answers a command that makes something new for a client, once per
// Idempotency-Key. kind and prefix are those of an idempotent.Creator.
func create[R, T any](
	a *Admin, c *gin.Context, client int64, kind, prefix string,
	do func(ctx context.Context, made idempotency.Creation, r R) (T, error),
) {
	a.creations.Create(c, client, idempotency.Creator{
		Kind: kind, Prefix: prefix, Make: func(ctx context.Context, made idempotency.Creation) (any, error) {
			r, err := parse[R](made.Body)
			if err != nil {
				return nil, err
			}
			return do(ctx, made, r)
		},
	})
}

// page answers with a page of a list, of one status unless it is empty.
func page[T any](
	c *gin.Context, status string, p envelope.Page,
	list func(ctx context.Context, status string, p readmodel.Page) ([]T, int64, error),
) {
	rows, total, err := list(c.Request.Context(), status, readmodel.Page(p))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.List(c, rows, p, total)
}

// each converts the rows of a list, which is never nil.
func each[T, U any](rows []T, convert func(T) U) []U {
	converted := make([]U, len(rows))
	for i, row := range rows {
		converted[i] = convert(row)
	}
	return converted
}

// by is who acts, as events record it: `admin:<id>`.
func by(ctx context.Context) string { return eventstore.MetadataFrom(ctx).Actor }
