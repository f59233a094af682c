// Package file names files that events refer to. Their bytes are kept beside the log, under their hash; an event holds what
// is known of them.
package file

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/text"
)

// MaxSize is the largest size of a file, in bytes.
const MaxSize = 5 << 20

// The types of files, as media types.
const (
	PDF  = "application/pdf"
	PNG  = "image/png"
	JPEG = "image/jpeg"
)

// Types lists the types of files that are taken.
func Types() []string { return []string{PDF, PNG, JPEG} }

// RetentionDays is how long files that belong to the books are kept: ten years, like the books.
const RetentionDays = 3653

// ErrDamaged says that the bytes of a file are not those that were kept.
var ErrDamaged = errors.New("the file is damaged")

// Ref names a file in an event.
type Ref struct {
	// Hash is the SHA-256 of the bytes, in hexadecimal digits.
	Hash string `json:"hash"`
	// Name is what its sender calls it.
	Name string `json:"name"`
	// Type is one of Types, found from the bytes. Size is in bytes.
	Type string `json:"type"`
	Size int64  `json:"size"`
	// RetentionDays counts from the event.
	RetentionDays int64 `json:"retention_days"`
}

// endings are those that the names of files of each type may have. The first one is added to a name that has none of them.
var endings = map[string][]string{PDF: {".pdf"}, PNG: {".png"}, JPEG: {".jpg", ".jpeg"}}

// SavedAs is the name under which a person may keep the file. A sound PDF can be a web page or a program, too: it must not be
// called a .html or .bat, which a double click would run.
func (r Ref) SavedAs() string {
	if all := endings[r.Type]; len(all) > 0 && !slices.Contains(all, strings.ToLower(path.Ext(r.Name))) {
		return r.Name + all[0]
	}
	return r.Name
}

// signatures are how files of each type begin, and what must stand near their end.
var signatures = []struct {
	mediaType  string
	begin, end []byte
}{
	{PDF, []byte("%PDF-"), []byte("%%EOF")},
	{PNG, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), []byte("IEND\xaeB\x60\x82")},
	{JPEG, []byte("\xff\xd8\xff"), []byte("\xff\xd9")},
}

// tail is how far from its end a file may have its last mark: programs append line breaks and, to a PDF, comments.
const tail = 1024

// typeOf finds the type of a file from its bytes; empty for none of Types.
func typeOf(content []byte) string {
	last := content[max(0, len(content)-tail):]
	for _, s := range signatures {
		if bytes.HasPrefix(content, s.begin) && bytes.Contains(last, s.end) {
			return s.mediaType
		}
	}
	return ""
}

// HashOf is the hash by which the bytes are kept.
func HashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// IsHash reports whether the text has the form of a hash.
func IsHash(s string) bool {
	raw, err := hex.DecodeString(s)
	return err == nil && len(raw) == sha256.Size && hex.EncodeToString(raw) == s
}

// New names the bytes that a request has in the field. declared is the type that the sender gives; empty if none was given.
// Refusals: invalid_field of the field's name, type or content.
func New(field, name, declared string, content []byte) (Ref, error) {
	found := typeOf(content)
	switch err := text.Require(field+".name", name, text.MaxLine); {
	case err != nil:
		return Ref{}, err
	case declared != "" && !slices.Contains(Types(), declared):
		return Ref{}, domain.UnknownCode(field+".type", Types())
	case len(content) == 0:
		return Ref{}, domain.InvalidField(field+".content", "is required")
	case len(content) > MaxSize:
		return Ref{}, domain.InvalidField(field+".content", "must have at most %d bytes", MaxSize)
	case found == "":
		return Ref{}, domain.InvalidField(field+".content", "is not a whole PDF, PNG or JPEG")
	case declared != "" && declared != found:
		return Ref{}, domain.InvalidField(field+".type", "says %s, but the content is %s", declared, found)
	}
	return Ref{Hash: HashOf(content), Name: name, Type: found, Size: int64(len(content)), RetentionDays: RetentionDays}, nil
}
