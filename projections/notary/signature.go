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
