package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
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

// Body reads the whole request body, at most MaxBody bytes, and of a caller who is not known what package strangers
// gives of it. A compressed one is refused,
// because its real size is not known. Refusals: unsupported_encoding, body_too_large,
// malformed_json. Fields that the operation does not know are named in X-Ignored (Expect).
func Body(c *gin.Context) ([]byte, error) {
	if encoding := c.GetHeader("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, domain.Refuse(domain.Invalid, "unsupported_encoding", "send the body without Content-Encoding")
	}
	raw, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, domain.Refuse(domain.Invalid, "body_too_large", "the body may have at most %d bytes", tooLarge.Limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, malformed("the body did not come in time")
	case err != nil:
		return nil, malformed("the body could not be read")
	}
	noteUnknownFields(c, raw)
	return raw, nil
}

// object splits a JSON object into its fields. It refuses what two parsers could read
// differently: trailing data, a repeated key, nesting beyond maxDepth, and text that is
// not UTF-8. The refusal, malformed_json, names the line and column.
func object(raw []byte) (map[string]json.RawMessage, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, malformed("the body is empty, a JSON object is wanted")
	}
	if at := invalidByte(raw); at >= 0 {
		return nil, malformed("the body is not UTF-8 at %s", position(raw, at))
	}
	var fields map[string]json.RawMessage
	err := json.Unmarshal(raw, &fields)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && unfinished(raw, syntax):
		return nil, malformed("the body ends before the JSON is complete, at %s", position(raw, len(raw)))
	case errors.As(err, &syntax):
		return nil, malformed("the body is not valid JSON: %s at %s", syntax, position(raw, int(syntax.Offset)-1))
	case err != nil || fields == nil:
		return nil, malformed("the body must be a JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	_, _ = d.Token() // the brace
	return fields, scan(raw, d, '{', 1)
}

// unfinished reports whether JSON stops too early. In a word such as true, the decoder takes
// the end for a space.
func unfinished(raw []byte, err *json.SyntaxError) bool {
	return err.Error() == "unexpected end of JSON input" ||
		int(err.Offset) >= len(raw) && raw[len(raw)-1] != ' ' && strings.HasPrefix(err.Error(), "invalid character ' '")
}

// scan reads valid JSON to the end of an object or array, after its opening delimiter.
func scan(raw []byte, d *json.Decoder, open json.Delim, depth int) error {
	if depth > maxDepth {
		return malformed("the body is nested deeper than %d levels at %s", maxDepth, position(raw, int(d.InputOffset())-1))
	}
	keys := map[string]bool{}
	for d.More() {
		if open == '{' {
			key, _ := d.Token()
			name, _ := key.(string)
			if keys[name] {
				return malformed("the key %s comes twice, again at %s", short(name), position(raw, int(d.InputOffset())-1))
			}
			keys[name] = true
		}
		value, err := d.Token()
		if err != nil { // what json.Unmarshal took
			return malformed("the body is not valid JSON")
		}
		if nested, ok := value.(json.Delim); ok {
			if err := scan(raw, d, nested, depth+1); err != nil {
				return err
			}
		}
	}
	_, _ = d.Token() // the closing delimiter
	return nil
}

// maxQuoted is how many characters of a caller's own text a message repeats.
const maxQuoted = 60

func short(text string) string {
	if runes := []rune(text); len(runes) > maxQuoted {
		text = string(runes[:maxQuoted]) + "..."
	}
	return strconv.Quote(text)
}

// invalidByte is where text stops being UTF-8; -1 where it does not.
func invalidByte(raw []byte) int {
	for at := 0; at < len(raw); {
		r, size := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// position says where a byte of the body is, in lines and characters from 1.
func position(raw []byte, at int) string {
	before := raw[:max(0, min(at, len(raw)))]
	line := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(before[line:])+1)
}

// blameContentType turns the refusal of a body that is no JSON into one that names its
// Content-Type, where that is not JSON's. A body of JSON is taken under any Content-Type.
func blameContentType(c *gin.Context, body []byte, err error) error {
	if !errors.Is(err, malformed("")) || len(bytes.TrimSpace(body)) == 0 {
		return err
	}
	said := c.GetHeader("Content-Type")
	kind, _, _ := mime.ParseMediaType(said)
	switch {
	case kind == "application/json" || strings.HasSuffix(kind, "+json"):
		return err
	case strings.TrimSpace(said) == "":
		return domain.Refuse(domain.Invalid, "wrong_content_type", "the body is not JSON, and has no Content-Type")
	}
	return domain.Refuse(domain.Invalid, "wrong_content_type", "the Content-Type is %s, and the body is not JSON",
		short(strings.ToValidUTF8(said, "?")))
}
