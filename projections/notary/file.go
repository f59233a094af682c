package notary

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// tail is the last line of a file. It signs all bytes before it, including the heading, so that no bit can be
// changed and no line left out.
type tail struct {
	Lines     int64  `json:"lines"`
	SHA256    string `json:"sha256"`
	Signature []byte `json:"signature"`
}

// message returns the bytes that the tail signs. It starts differently than a checkpoint, which the same key
// signs.
func (t tail) message(format string) []byte {
	return fmt.Appendf(nil, "%s\n%d\n%s\n", format, t.Lines, t.SHA256)
}

// fileWriter writes the lines of a file and hashes them.
type fileWriter struct {
	out     io.Writer
	hash    hash.Hash
	encoder *json.Encoder
	lines   int64
}

func beginFile(out io.Writer, h Heading) (*fileWriter, error) {
	f := &fileWriter{out: out, hash: sha256.New()}
	f.encoder = newEncoder(io.MultiWriter(out, f.hash))
	return f, f.encoder.Encode(h)
}

func newEncoder(out io.Writer) *json.Encoder {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e
}

func (f *fileWriter) write(l Line) error {
	f.lines++
	return f.encoder.Encode(l)
}

func (f *fileWriter) end(key Key) (err error) {
	t := tail{Lines: f.lines, SHA256: hex.EncodeToString(f.hash.Sum(nil))}
	if t.Signature, err = key.signer.Sign(t.message(format)); err != nil {
		return fmt.Errorf("sign the file: %w", err)
	}
	return newEncoder(f.out).Encode(t)
}

// ErrCutOff says that a file does not end with its tail: lines are missing.
var ErrCutOff = errors.New("the file does not end with its signature: it was cut off or changed")

// fileReader reads the lines of a file and hashes all but the last.
type fileReader struct {
	in   *bufio.Reader
	hash hash.Hash
	next []byte // read ahead, to know which line is the last
}

func openFile(in io.Reader) (*fileReader, error) {
	f := &fileReader{in: bufio.NewReaderSize(in, 1<<16), hash: sha256.New()}
	var err error
	f.next, err = f.in.ReadBytes('\n')
	return f, err
}

// line returns the next line, except the last. ok is false at the last line. Error: ErrCutOff.
func (f *fileReader) line() (line []byte, ok bool, err error) {
	ahead, err := f.in.ReadBytes('\n')
	switch {
	case errors.Is(err, io.EOF) && len(ahead) == 0:
		return nil, false, nil
	case errors.Is(err, io.EOF):
		return nil, false, ErrCutOff
	case err != nil:
		return nil, false, err
	}
	line, f.next = f.next, ahead
	_, _ = f.hash.Write(line) // a hash takes every write
	return line, true, nil
}

// checkTail checks the signature over all lines of a file in this format. Error: ErrCutOff.
func (f *fileReader) checkTail(key, format string, lines int64) error {
	var t tail
	if json.Unmarshal(f.next, &t) != nil {
		return ErrCutOff
	}
	var again bytes.Buffer // require the same bytes: JSON and base64 can write one value in several ways
	if err := newEncoder(&again).Encode(t); err != nil || !bytes.Equal(again.Bytes(), f.next) {
		return ErrCutOff
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(key))
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrKey, err)
	case t.Lines != lines:
		return fmt.Errorf("the file was signed with %d lines and has %d", t.Lines, lines)
	case t.SHA256 != hex.EncodeToString(f.hash.Sum(nil)):
		return errors.New("the file is not the one that was signed: its heading or a line was changed")
	case !verifier.Verify(t.message(format), t.Signature):
		return fmt.Errorf("the file: %w", ErrSignature)
	}
	return nil
}
