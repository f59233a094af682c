package notary

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"

	"golang.org/x/mod/sumdb/note"
)

// The forms of signed files other than statements with proofs. Each is the first line of what is signed, so that no
// signature of one form passes for another's or for a checkpoint's. AUDIT.md says how each is checked without this program.
const (
	// csvFormat signs the lines of a CSV file before its last one, which holds the signature.
	csvFormat = "gateway-csv/v1"
	// detachedFormat signs a file by another one.
	detachedFormat = "gateway-file/v1"
)

// SigningWriter passes a CSV file on and signs it at its end. It is used by one goroutine.
type SigningWriter struct {
	out   io.Writer
	hash  hash.Hash
	lines int64
}

// NewSigningWriter makes a writer that passes what it gets to out.
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
	// Format is the form of the signature, for the file to name.
	Format string
	// Lines is how many lines are signed, the heading included.
	Lines int64
	// SHA256 is the hash of these lines, in hexadecimal digits; Signature is Ed25519, in base64.
	SHA256, Signature string
}

// Sign signs what was written so far.
func (w *SigningWriter) Sign(key Key) (s CSVSignature, err error) {
	s = CSVSignature{Format: csvFormat, Lines: w.lines, SHA256: hex.EncodeToString(w.hash.Sum(nil))}
	signature, err := key.signer.Sign(fmt.Appendf(nil, "%s\n%d\n%s\n", s.Format, s.Lines, s.SHA256))
	if err != nil {
		return s, fmt.Errorf("sign the file: %w", err)
	}
	s.Signature = base64.StdEncoding.EncodeToString(signature)
	return s, nil
}

// SignDetached returns the file that signs another one: a signed note (C2SP signed-note) with the form, the name, the size
// in bytes and the SHA-256 of the other, one a line. name has no line break.
func SignDetached(key Key, name string, content []byte) (string, error) {
	sum := sha256.Sum256(content)
	text := fmt.Sprintf("%s\n%s\n%d\n%s\n", detachedFormat, name, len(content), hex.EncodeToString(sum[:]))
	signed, err := note.Sign(&note.Note{Text: text}, key.signer)
	if err != nil {
		return "", fmt.Errorf("sign %s: %w", name, err)
	}
	return string(signed), nil
}
