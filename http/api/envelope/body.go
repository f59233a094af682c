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
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gateway/domain"

	"github.com/gin-gonic/gin"
)

// Limits of a request body.
const (
	// MaxBody is the maximum size of a body in bytes.
	MaxBody = 1 << 20
	// MaxFiles is the maximum size of a body that carries files, in bytes: they are in base64.
	MaxFiles = 15 << 20
	// maxDepth is how deep objects and arrays may be nested.
	maxDepth = 32
)

func malformed(format string, args ...any) error {
	return domain.Refuse(domain.Invalid, "malformed_json", format, args...)
}

// withFiles end the paths of the operations whose bodies carry files, and those of the console's forms for them.
var withFiles = []string{"/disputes/:id/evidence", "/withholding-slips", "/documents", "/bank-statements", "/bank-statements/new"}

// Limit returns the maximum size of the request's body, in bytes.
func Limit(c *gin.Context) int {
	if slices.ContainsFunc(withFiles, func(path string) bool { return strings.HasSuffix(c.FullPath(), path) }) {
		return MaxFiles
	}
	return MaxBody
}

// Body reads the whole request body, at most Limit bytes; for an unauthenticated caller package strangers may
// limit it further. It refuses a compressed body, because the real size is unknown. Refusals:
// unsupported_encoding, body_too_large, malformed_json. After Expect, X-Ignored names the fields that the
// operation does not know.
func Body(c *gin.Context) ([]byte, error) {
	if encoding := c.GetHeader("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, domain.Refuse(domain.Invalid, "unsupported_encoding", "send the body without Content-Encoding")
	}
	raw, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, int64(Limit(c))))
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

// object splits a JSON object into its fields. It refuses what two parsers could read differently: trailing
// data, a repeated key, nesting beyond maxDepth, and text that is not UTF-8. The refusal malformed_json names
// the line and column.
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
	_, _ = d.Token() // the opening brace
	return fields, scan(raw, d, '{', 1)
}

// unfinished reports whether the JSON ends too early. Within a word such as true, the decoder reports the end
// as an invalid space.
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
		if err != nil { // json.Unmarshal accepted this text
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

// maxQuoted is how many characters of the caller's own text a message repeats.
const maxQuoted = 60

func short(text string) string {
	if runes := []rune(text); len(runes) > maxQuoted {
		text = string(runes[:maxQuoted]) + "..."
	}
	return strconv.Quote(text)
}

// invalidByte returns the offset of the first byte that is not UTF-8, or -1.
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

// position describes where a byte of the body is, as line and character, both counted from 1.
func position(raw []byte, at int) string {
	before := raw[:max(0, min(at, len(raw)))]
	line := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(before[line:])+1)
}

// blameContentType replaces the refusal of a body that is not JSON: if the Content-Type is not JSON's, the new
// refusal names it. Bodies that are JSON are accepted under any Content-Type.
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
