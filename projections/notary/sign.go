package notary

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq"
	"golang.org/x/mod/sumdb/note"
)

const (
	// Patience is how long Sign waits by default for a stored tree that does not grow. The signer adds events
	// every updateInterval and pauses after each batch.
	Patience = 10 * updateInterval
	// lookEvery is the time between two checks of the stored tree.
	lookEvery = updateInterval / 8
)

var (
	// ErrEmpty says that the log has no event to sign.
	ErrEmpty = errors.New("the log is empty: there is nothing to sign")
	// ErrNotBuilt says that the log has events but the stored tree has none, and that the database role may
	// not add them.
	ErrNotBuilt = errors.New("no gateway has built the tree of the log yet, and this role may not: " +
		"run a gateway, or sign with a role that may write to the read models")
)

// Signed is a signed head of the tree.
type Signed struct {
	Head
	Checkpoint string
	// Log is the position of the log's last event at the time of the call. It is after Head.Position when a
	// read-only role waited in vain for the gateway.
	Log eventstore.Position
}

// Covers reports whether the checkpoint covers all events that were in the log at the time of the call.
func (s Signed) Covers() bool { return !s.Position.Before(s.Log) }

// Sign adds the new events of the log to the tree, signs its head, and stores the checkpoint. A read-only
// database role, such as an auditor's, stores nothing: it waits until the gateway has added the events that
// the log has at the time of the call. If the stored tree does not grow for the duration patience, Sign signs
// the tree as it is; see Signed.Covers. progress, if set, is called between batches and while it waits.
// Errors: ErrEmpty, ErrNotBuilt.
func (t *Tree) Sign(ctx context.Context, key Key, patience time.Duration, progress func(Head)) (s Signed, err error) {
	if s.Log, err = t.log.Store().Head(ctx); err != nil {
		return s, err
	}
	if s.Log == (eventstore.Position{}) {
		return s, ErrEmpty
	}
	s.Head, err = t.Extend(ctx, progress)
	if mayOnlyRead(err) {
		s.Head, err = t.awaitGateway(ctx, s.Log, patience, progress)
	}
	if err == nil && s.Size == 0 {
		err = ErrNotBuilt
	}
	if err != nil {
		return s, err
	}
	s.Checkpoint, err = t.signAndStore(ctx, key, s.Head)
	if mayOnlyRead(err) {
		s.Checkpoint, err = key.Checkpoint(s.Head)
	}
	return s, err
}

// awaitGateway waits until the stored tree has the events up to a position, and returns its head. It returns
// an earlier head when the tree does not grow for the duration patience.
func (t *Tree) awaitGateway(
	ctx context.Context, end eventstore.Position, patience time.Duration, progress func(Head),
) (Head, error) {
	h, err := t.Head(ctx)
	for since := time.Now(); err == nil && h.Position.Before(end) && time.Since(since) < patience; {
		if progress != nil {
			progress(h)
		}
		select {
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return h, ctx.Err()
		}
		before := h.Size
		if h, err = t.Head(ctx); h.Size > before {
			since = time.Now()
		}
	}
	return h, err
}

// mayOnlyRead reports whether an error says that the database role has no right to write.
func mayOnlyRead(err error) bool {
	refused, ok := errors.AsType[*pq.Error](err)
	return ok && refused.Code.Name() == "insufficient_privilege"
}

func (t *Tree) signAndStore(ctx context.Context, key Key, h Head) (string, error) {
	text, err := key.Checkpoint(h)
	if err != nil {
		return "", err
	}
	_, err = t.db.ExecContext(ctx,
		`INSERT INTO merkle_checkpoints (size, note) VALUES ($1, $2) ON CONFLICT (size) DO NOTHING`, h.Size, text)
	if err != nil {
		return "", fmt.Errorf("store checkpoint: %w", err)
	}
	return text, nil
}

// The formats of signed files other than statements with proofs. Each format is the first line of the signed
// text, so that a signature in one format cannot pass for one in another format or for a checkpoint's.
// AUDIT.md explains how to check each without this program.
const (
	// csvFormat signs the lines of a CSV file before its last one, which holds the signature.
	csvFormat = "gateway-csv/v1"
	// detachedFormat signs a file in a separate file.
	detachedFormat = "gateway-file/v1"
)

// SigningWriter passes a CSV file on and signs it at the end. It must be used by one goroutine.
type SigningWriter struct {
	out   io.Writer
	hash  hash.Hash
	lines int64
}

// NewSigningWriter makes a writer that passes everything written on to out.
func NewSigningWriter(out io.Writer) *SigningWriter {
	return &SigningWriter{out: out, hash: sha256.New()}
}

// Write implements io.Writer.
func (w *SigningWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	_, _ = w.hash.Write(p[:n]) // a hash takes every write
	for _, b := range p[:n] {
		if b == '\n' {
			w.lines++
		}
	}
	return n, err
}

// CSVSignature is the signature of a CSV file.
type CSVSignature struct {
	// Format is the signature format, to be named in the file.
	Format string
	// Lines is the number of signed lines, including the heading.
	Lines int64
	// SHA256 is the hash of these lines in hexadecimal. Signature is the Ed25519 signature in base64.
	SHA256, Signature string
}

// Sign signs everything written so far.
func (w *SigningWriter) Sign(key Key) (s CSVSignature, err error) {
	s = CSVSignature{Format: csvFormat, Lines: w.lines, SHA256: hex.EncodeToString(w.hash.Sum(nil))}
	signature, err := key.signer.Sign(fmt.Appendf(nil, "%s\n%d\n%s\n", s.Format, s.Lines, s.SHA256))
	if err != nil {
		return s, fmt.Errorf("sign the file: %w", err)
	}
	s.Signature = base64.StdEncoding.EncodeToString(signature)
	return s, nil
}

// SignDetached returns a separate signature file for another file: a signed note (C2SP signed-note) with the
// format and the other file's name, size in bytes and SHA-256, one per line. name must not contain a line
// break.
func SignDetached(key Key, name string, content []byte) (string, error) {
	sum := sha256.Sum256(content)
	text := fmt.Sprintf("%s\n%s\n%d\n%s\n", detachedFormat, name, len(content), hex.EncodeToString(sum[:]))
	signed, err := note.Sign(&note.Note{Text: text}, key.signer)
	if err != nil {
		return "", fmt.Errorf("sign %s: %w", name, err)
	}
	return string(signed), nil
}
