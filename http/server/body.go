package server

import (
	"bytes"
	"io"
	"net/http"

	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// readBody reads the body before the caller is known. Otherwise a caller could have the
// session checked, hold the rest of the body back, and act after the session has ended. It
// reads one byte more than a body may have, so that only one that is refused has a rest.
func readBody(c *gin.Context) {
	original := c.Request.Body
	if original == nil {
		return
	}
	read, err := io.ReadAll(io.LimitReader(original, envelope.MaxBody+1))
	rest := io.Reader(original)
	switch {
	case err != nil:
		rest = failed{err}
	case len(read) <= envelope.MaxBody:
		rest = http.NoBody
	}
	c.Request.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(read), rest), original}
}

// failed is the rest of a body that can't be read.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }
