package envelope

import (
	"bufio"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	downloadBuffer = 1 << 16
	// pieceTimeout is how long a client may take to receive one piece of a download. The
	// whole download has no limit.
	pieceTimeout = 30 * time.Second
)

// Download answers with a file that write produces piece by piece. If write fails before the first piece was
// sent, the answer is that of Fail. If it fails later, Download cuts the connection, so that the client does
// not mistake a part for the whole file.
func Download(c *gin.Context, name, contentType string, write func(io.Writer) error) {
	out := &pieces{c: c, control: http.NewResponseController(c.Writer), begin: func() {
		c.Header("Content-Type", contentType)
		c.Header("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		c.Status(http.StatusOK)
	}}
	buffer := bufio.NewWriterSize(out, downloadBuffer)
	err := write(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	switch {
	case err == nil:
	case !out.begun:
		Fail(c, err)
	default:
		_ = c.Error(err) // returns its argument
		// This keeps the server from writing the end of the body.
		_ = out.control.SetWriteDeadline(time.Unix(1, 0))
	}
}

// pieces sends each Write to the client. The first Write starts the answer.
type pieces struct {
	c       *gin.Context
	control *http.ResponseController
	begin   func()
	begun   bool
}

func (p *pieces) Write(data []byte) (int, error) {
	if !p.begun {
		p.begun = true
		p.begin()
	}
	// A ResponseRecorder in a test has no deadlines, so the error is ignored.
	_ = p.control.SetWriteDeadline(time.Now().Add(pieceTimeout))
	return p.c.Writer.Write(data)
}
