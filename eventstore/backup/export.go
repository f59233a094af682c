package backup

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"gateway/eventstore"
)

// Export writes all events up to the present head to out, and returns their number. at is
// the time in the header. progress, when not nil, is called after each block with its
// last position. Export reads the log block by block; its memory does not grow with the
// log.
func Export(
	ctx context.Context, store eventstore.Store, out io.Writer, at time.Time, progress func(eventstore.Position),
) (events int64, err error) {
	head, err := store.Head(ctx)
	if err != nil {
		return 0, err
	}
	whole := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(out, whole), 1<<20)
	if err := json.NewEncoder(w).Encode(Header{Format: format, Store: store.ID(), At: at.UTC(), Head: head}); err != nil {
		return 0, err
	}
	for last := (eventstore.Position{}); last.Before(head); {
		block, err := store.ReadAll(ctx, last, blockSize)
		if err != nil {
			return events, fmt.Errorf("read the log after %d: %w", last.Commit, err)
		}
		block = cutAfter(block, head)
		if len(block) == 0 {
			break
		}
		if err := writeBlock(w, block); err != nil {
			return events, fmt.Errorf("write: %w", err)
		}
		events += int64(len(block))
		last = block[len(block)-1].Position
		if progress != nil {
			progress(last)
		}
	}
	if err := w.Flush(); err != nil { // before the checksum is taken
		return events, fmt.Errorf("write: %w", err)
	}
	end := trailer{Events: events, SHA256: hex.EncodeToString(whole.Sum(nil))}
	if err := json.NewEncoder(out).Encode(end); err != nil {
		return events, fmt.Errorf("write: %w", err)
	}
	return events, nil
}

// cutAfter returns the events of the block up to the head.
func cutAfter(block []eventstore.Recorded, head eventstore.Position) []eventstore.Recorded {
	for i, r := range block {
		if head.Before(r.Position) {
			return block[:i]
		}
	}
	return block
}

func writeBlock(w io.Writer, block []eventstore.Recorded) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, r := range block {
		if err := e.Encode(lineOf(r)); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(b.Bytes())
	if err := e.Encode(checksum{SHA256: hex.EncodeToString(sum[:])}); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
