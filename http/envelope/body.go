package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"unicode/utf8"

	"gateway/domain"

	"github.com/gin-gonic/gin"
)

// Limits of a request body.
const (
	// MaxBody is the size of a body in bytes.
	MaxBody = 1 << 20
	// maxDepth is how deeply objects and arrays may be nested.
	maxDepth = 32
)

func malformed(format string, args ...any) error {
	return domain.Refuse(domain.Invalid, "malformed_json", format, args...)
}

// Body reads the whole request body, at most MaxBody bytes. A compressed one is refused,
// because its real size is not known. Refusals: unsupported_encoding, body_too_large,
// malformed_json.
func Body(c *gin.Context) ([]byte, error) {
	if encoding := c.GetHeader("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, domain.Refuse(domain.Invalid, "unsupported_encoding", "send the body without Content-Encoding")
	}
	raw, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, domain.Refuse(domain.Invalid, "body_too_large", "the body may have at most %d bytes", MaxBody)
	case err != nil:
		return nil, malformed("the body could not be read")
	}
	return raw, nil
}

// object splits a JSON object into its fields. It refuses what two parsers could read
// differently: trailing data, a repeated key, nesting beyond maxDepth, and text that is
// not UTF-8.
func object(raw []byte) (map[string]json.RawMessage, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, malformed("the body is empty, a JSON object is wanted")
	}
	if !utf8.Valid(raw) {
		return nil, malformed("the body is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return nil, malformed("the body must be a JSON object")
	}
	if err := scan(d, '{', 1); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, malformed("there is something after the JSON object")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, malformed("the body is not valid JSON")
	}
	return fields, nil
}

// scan reads to the end of an object or array, after its opening delimiter.
func scan(d *json.Decoder, open json.Delim, depth int) error {
	if depth > maxDepth {
		return malformed("the body is nested deeper than %d levels", maxDepth)
	}
	keys := map[string]bool{}
	for d.More() {
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return malformed("the body is not valid JSON")
			}
			name, _ := key.(string)
			if keys[name] {
				return malformed("the key %q comes twice", name)
			}
			keys[name] = true
		}
		value, err := d.Token()
		if err != nil {
			return malformed("the body is not valid JSON")
		}
		if nested, ok := value.(json.Delim); ok {
			if err := scan(d, nested, depth+1); err != nil {
				return err
			}
		}
	}
	if _, err := d.Token(); err != nil {
		return malformed("the body is not valid JSON")
	}
	return nil
}
