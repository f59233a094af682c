// Package filebody reads and answers with the files of answers to disputes and of withholding slips, for both surfaces.
package filebody

import (
	"encoding/base64"
	"fmt"
	"io"

	"gateway/domain"
	"gateway/domain/file"
	"gateway/http/api/envelope"
	"gateway/http/service/disputeservice"
	"gateway/projections/readmodel/disputerows"

	"github.com/gin-gonic/gin"
)

// Content reads a file from its base64. Its error is invalid_field of the field.
func Content(field, text string) ([]byte, error) {
	if base64.StdEncoding.DecodedLen(len(text)) > file.MaxSize+2 {
		return nil, domain.InvalidField(field, "must have at most %d bytes", file.MaxSize)
	}
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, domain.InvalidField(field, "must be in base64")
	}
	return content, nil
}

// Decode sets the contents of uploads from their base64. Its error names all that are wrong: invalid_field files[0].content ...
func Decode(uploads []disputeservice.Upload, sent func(i int) string) error {
	wrong := make([]error, len(uploads))
	for i := range uploads {
		uploads[i].Content, wrong[i] = Content(fmt.Sprintf("files[%d].content", i), sent(i))
	}
	return domain.Together(wrong...)
}

// Answer answers with a file of an answer to a dispute, or with the error of finding that dispute. A browser never shows it
// in place.
func Answer(c *gin.Context, disputes disputeservice.Disputes, row disputerows.Dispute, hash string, err error) {
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ref, content, err := disputes.File(c.Request.Context(), row, hash)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	Send(c, ref, content)
}

// Send answers with a file. A browser never shows it in place.
func Send(c *gin.Context, ref file.Ref, content []byte) {
	c.Header("X-Content-Type-Options", "nosniff")
	c.Header("Content-Security-Policy", "sandbox; default-src 'none'")
	envelope.Download(c, ref.SavedAs(), ref.Type, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
