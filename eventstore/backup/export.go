package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"gateway/eventstore"
)

// Export writes all events up to the present head to out, and returns their number. at is the time in the
// header. progress, if not nil, is called after each block with its last position. Export reads the log block
// by block; its memory does not grow with the log.
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
	var lines []byte // the lines of the last block; the next block reuses the memory
	for last := (eventstore.Position{}); last.Before(head); {
		block, err := store.ReadAll(ctx, last, blockSize)
		if err != nil {
			return events, fmt.Errorf("read the log after %d: %w", last.Commit, err)
		}
		block = cutAfter(block, head)
		if len(block) == 0 {
			break
		}
		if lines, err = writeBlock(w, lines, block); err != nil {
			return events, fmt.Errorf("write: %w", err)
		}
		events += int64(len(block))
		last = block[len(block)-1].Position
		if progress != nil {
			progress(last)
		}
	}
	if err := w.Flush(); err != nil { // the checksum needs all bytes
		return events, fmt.Errorf("write: %w", err)
	}
	end := trailer{Events: events, SHA256: hex.EncodeToString(whole.Sum(nil))}
	if err := json.NewEncoder(out).Encode(end); err != nil {
		return events, fmt.Errorf("write: %w", err)
	}
	return events, nil
}

// cutAfter returns those events of the block that are not after the head.
func cutAfter(block []eventstore.Recorded, head eventstore.Position) []eventstore.Recorded {
	for i, r := range block {
		if head.Before(r.Position) {
			return block[:i]
		}
	}
	return block
}

// writeBlock writes a block. It uses the buffer, and returns it for the next block.
func writeBlock(w io.Writer, buffer []byte, block []eventstore.Recorded) (_ []byte, err error) {
	b := buffer[:0]
	for _, r := range block {
		if b, err = appendLine(b, r); err != nil {
			return nil, err
		}
	}
	sum := sha256.Sum256(b)
	end, err := json.Marshal(checksum{SHA256: hex.EncodeToString(sum[:])})
	if err != nil {
		return nil, err
	}
	b = append(append(b, end...), '\n')
	_, err = w.Write(b)
	return b, err
}
