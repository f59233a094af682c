package server

import (
	"crypto/rand"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzip"
)

const (
	// leastCompressed is the size of a body, in bytes, below which compression saves nothing.
	leastCompressed = 1 << 10
	// compression is the level of gzip: most of what the best level saves, at a third of its time.
	compression = 5
)

// compress answers with gzip where the caller takes it (Accept-Encoding), for texts of at least leastCompressed bytes.
// It leaves alone what is compressed already, streams of events and connections that leave HTTP.
//
// BREACH, which guesses a secret of a page by the page's compressed length, finds nothing to guess here. No page holds
// a token against forged forms: a form is accepted by the headers that the browser sets itself (page.Site), and the
// key of a form is a new one in each answer. The session is in a cookie that is not part of any page, and the cookie
// is not sent with what another site loads (SameSite), nor is the API's key. Against a length that tells of other
// contents, each compressed answer has a name of random length in its header.
func compress(c *gin.Context) {
	taken := takesGzip(c.Request.Header.Values("Accept-Encoding"))
	if taken {
		sameWhenCompressed(c.Request.Header)
	}
	w := &compressed{ResponseWriter: c.Writer, taken: taken && c.Request.Method != http.MethodHead}
	c.Writer = w
	defer w.close()
	c.Next()
}

// sameWhenCompressed makes an If-None-Match with the tag of a compressed answer match the tag of the plain one. The
// comparison is weak by its definition.
func sameWhenCompressed(h http.Header) {
	if tag := h.Get("If-None-Match"); strings.Contains(tag, weak) {
		h.Set("If-None-Match", strings.ReplaceAll(tag, weak, `"`))
	}
}

// weak begins the tag of an answer that is the same in content, not in bytes.
const weak = `W/"`

// takesGzip reports whether an Accept-Encoding takes gzip, and prefers no compression less.
func takesGzip(headers []string) bool {
	quality := map[string]float64{}
	for _, header := range headers {
		for one := range strings.SplitSeq(header, ",") {
			coding, parameters, _ := strings.Cut(one, ";")
			quality[strings.ToLower(strings.TrimSpace(coding))] = qualityOf(parameters)
		}
	}
	gzip, named := quality["gzip"]
	if !named {
		gzip = quality["*"]
	}
	return gzip > 0 && gzip >= quality["identity"]
}

// qualityOf is the weight among the parameters of a coding; 1 without one, and 0 for one that can't be read.
func qualityOf(parameters string) float64 {
	for one := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(one), "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || q < 0 || q > 1 {
				return 0
			}
			return q
		}
	}
	return 1
}

// compressed is a writer that holds the beginning of a body back until it knows whether to compress it.
type compressed struct {
	gin.ResponseWriter
	taken   bool
	held    []byte
	decided bool
	size    int
	zip     *gzip.Writer
}

var zips = sync.Pool{New: func() any {
	zip, err := gzip.NewWriterLevel(nil, compression)
	if err != nil {
		panic(err) // can't happen: the level exists
	}
	return zip
}}

// Write implements io.Writer.
func (w *compressed) Write(b []byte) (int, error) {
	w.size += len(b)
	if w.decided {
		return w.pass(b)
	}
	w.held = append(w.held, b...)
	if len(w.held) < leastCompressed && w.taken {
		return len(b), nil
	}
	return len(b), w.decide(true)
}

// WriteString implements io.StringWriter.
func (w *compressed) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

func (w *compressed) pass(b []byte) (int, error) {
	if w.zip != nil {
		return w.zip.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// decide begins the answer, compressed if it is long enough, and sends what was held back.
func (w *compressed) decide(long bool) error {
	w.decided = true
	h := w.Header()
	if compresses(h.Get("Content-Type")) {
		h.Add("Vary", "Accept-Encoding")
		if w.taken && long && w.mayCompress() {
			h.Set("Content-Encoding", "gzip")
			h.Del("Content-Length")
			if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
				h.Set("ETag", "W/"+tag)
			}
			w.zip, _ = zips.Get().(*gzip.Writer)
			w.zip.Reset(w.ResponseWriter)
			w.zip.Name = padding()
		}
	}
	held := w.held
	w.held = nil
	if len(held) == 0 {
		return nil
	}
	_, err := w.pass(held)
	return err
}

// mayCompress reports whether the answer has a whole body that nothing has encoded before.
func (w *compressed) mayCompress() bool {
	status, h := w.Status(), w.Header()
	return status >= http.StatusOK && status != http.StatusNoContent && status != http.StatusPartialContent &&
		status != http.StatusNotModified && h.Get("Content-Encoding") == "" && h.Get("Content-Range") == ""
}

// compresses reports whether a content type is a text that compresses well. A stream of events is none: each of its events
// is to arrive at once.
func compresses(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil || kind == "text/event-stream" {
		return false
	}
	if strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "+xml") {
		return true
	}
	switch kind {
	case "application/xml", "application/javascript", "application/yaml", "application/x-ndjson":
		return true
	}
	return false
}

// WriteHeaderNow begins the answer without a body. The body that follows is not compressed.
func (w *compressed) WriteHeaderNow() {
	if !w.decided && len(w.held) == 0 {
		_ = w.decide(false) // has nothing to send
	}
	w.ResponseWriter.WriteHeaderNow()
}

// Flush sends what there is.
func (w *compressed) Flush() {
	if !w.decided {
		_ = w.decide(true) // an error means that the caller has hung up
	}
	if w.zip != nil {
		_ = w.zip.Flush()
	}
	w.ResponseWriter.Flush()
}

// Written reports whether the handler has written something.
func (w *compressed) Written() bool { return w.size > 0 || w.ResponseWriter.Written() }

// Size is the length of the body before compression.
func (w *compressed) Size() int {
	if w.size == 0 {
		return w.ResponseWriter.Size()
	}
	return w.size
}

// Unwrap gives http.ResponseController the writer below, whose deadlines it sets.
func (w *compressed) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// close ends the body. An error of it means that the caller has hung up.
func (w *compressed) close() {
	if !w.decided && len(w.held) > 0 {
		_ = w.decide(false)
	}
	if w.zip != nil {
		_ = w.zip.Close()
		w.zip.Reset(nil)
		zips.Put(w.zip)
	}
}

// longestPadding is how many bytes the header of a compressed body may have more than another one.
const longestPadding = 64

// padding is a name of random length.
func padding() string {
	var random [1]byte
	_, _ = rand.Read(random[:]) // never fails
	return strings.Repeat("-", int(random[0])%longestPadding)
}
