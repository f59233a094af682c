package page

import (
	"io"
	"mime"
	"mime/multipart"
	"net/http"

	"gateway/http/api/envelope"
)

// Upload is a file of a sent form, as the API takes it. JSON has the content in base64.
type Upload struct {
	Name    string `json:"name"`
	Type    string `json:"type,omitempty"`
	Content []byte `json:"content"`
}

// isMultipart reports whether the sent form carries files, and its action takes them.
func (c *Context) isMultipart() bool {
	kind, _, _ := mime.ParseMediaType(c.gin.GetHeader("Content-Type"))
	return c.form != nil && c.form.Files && kind == "multipart/form-data"
}

// parseForm parses the sent form. It keeps files in memory: strangers.Budgets counts the body as long as the request lasts.
func (c *Context) parseForm() error {
	r, limit := c.gin.Request, int64(maxForm)
	if c.isMultipart() {
		limit = envelope.MaxFiles
	}
	r.Body = http.MaxBytesReader(c.gin.Writer, r.Body, limit)
	if c.isMultipart() {
		return r.ParseMultipartForm(limit)
	}
	return r.ParseForm()
}

// Uploads returns the files of a field of the sent form, in their order. types are those that the API knows: any other word of
// the browser is left out, so that the API finds the type from the content. Error: a file can't be read.
func (c *Context) Uploads(name string, types []string) (all []Upload, err error) {
	if c.gin.Request.MultipartForm == nil {
		return nil, nil
	}
	for _, sent := range c.gin.Request.MultipartForm.File[name] {
		one := Upload{Name: sent.Filename}
		for _, kind := range types {
			if sent.Header.Get("Content-Type") == kind {
				one.Type = kind
			}
		}
		if one.Content, err = contentOf(sent); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func contentOf(sent *multipart.FileHeader) ([]byte, error) {
	f, err := sent.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
