// Package disputefile reads and answers with the files of answers to disputes, for both surfaces.
package disputefile

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

// Decode sets the contents of uploads from their base64. Its error names all that are wrong: invalid_field files[0].content ...
func Decode(uploads []disputeservice.Upload, sent func(i int) string) error {
	wrong := make([]error, len(uploads))
	for i := range uploads {
		text, field := sent(i), fmt.Sprintf("files[%d].content", i)
		if base64.StdEncoding.DecodedLen(len(text)) > file.MaxSize+2 {
			wrong[i] = domain.InvalidField(field, "must have at most %d bytes", file.MaxSize)
			continue
		}
		content, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			wrong[i] = domain.InvalidField(field, "must be in base64")
		}
		uploads[i].Content = content
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
	c.Header("X-Content-Type-Options", "nosniff")
	c.Header("Content-Security-Policy", "sandbox; default-src 'none'")
	envelope.Download(c, ref.SavedAs(), ref.Type, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
