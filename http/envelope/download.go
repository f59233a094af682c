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
	// downloadPatience is how long a client may take for a piece of a download. The
	// whole of it may take as long as it has to.
	downloadPatience = 30 * time.Second
)

// Download answers with a file that write makes as it goes. Where write fails
// before the first piece has left, the answer is the error's; later the connection
// is cut, so that nobody takes a part for the whole.
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
		_ = c.Error(err) // returns what it was given
		// The end of the body can't be written any more.
		_ = out.control.SetWriteDeadline(time.Unix(1, 0))
	}
}

// pieces writes to the client piece by piece.
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
	// Recorders of tests have no deadline.
	_ = p.control.SetWriteDeadline(time.Now().Add(downloadPatience))
	return p.c.Writer.Write(data)
}
