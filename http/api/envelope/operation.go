package envelope

import (
	"context"

	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// The functions below make operations of use cases and queries, for the table of operations of a surface. The
// answer is that of Respond. P is the parameter of the operation: the one of its path, or those of its query.

// Call makes an operation without parameters and body.
func Call[T any](run func(ctx context.Context) (T, error)) func(*gin.Context) {
	return func(c *gin.Context) {
		data, err := run(c.Request.Context())
		Respond(c, data, err)
	}
}

// CallOn makes an operation with a parameter, and without a body.
func CallOn[P, T any](run func(ctx context.Context, p P) (T, error)) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		data, err := run(c.Request.Context(), p)
		Respond(c, data, err)
	}
}

// Act makes an operation with a body, which is bound as in Handle.
func Act[R, T any](parse func(body []byte) (R, error), run func(ctx context.Context, r R) (T, error)) func(*gin.Context) {
	return func(c *gin.Context) { Handle(c, parse, run) }
}

// ActOn makes an operation with a parameter and a body.
func ActOn[P, R, T any](
	parse func(body []byte) (R, error), run func(ctx context.Context, p P, r R) (T, error),
) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		Handle(c, parse, func(ctx context.Context, r R) (T, error) { return run(ctx, p, r) })
	}
}

// Pages makes an operation that answers with a page of a list. list returns the rows of the page, and how many
// rows all pages have.
func Pages[P interface{ Shown() readtable.Page }, T any](
	list func(ctx context.Context, p P) (rows []T, total int64, err error),
) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		rows, total, err := list(c.Request.Context(), p)
		RespondList(c, rows, p.Shown(), total, err)
	}
}
