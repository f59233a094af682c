package file

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"gateway/domain/domaintest"
)

func encoded(t *testing.T, write func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestNewFindsTheTypeFromTheContent(t *testing.T) {
	t.Parallel()
	picture := image.NewGray(image.Rect(0, 0, 2, 2))
	asPNG := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, picture) })
	asJPEG := encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, picture, nil) })
	asPDF := []byte("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n")
	large := append(append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte(" "), MaxSize)...), "%%EOF"...)
	for _, c := range []struct {
		name, file, declared string
		content              []byte
		found, refused       string
	}{
		{name: "a PNG", file: "a.png", content: asPNG, found: PNG},
		{name: "a JPEG", file: "a.jpg", declared: JPEG, content: asJPEG, found: JPEG},
		{name: "a PDF", file: "a.pdf", declared: PDF, content: asPDF, found: PDF},
		{name: "a PNG that says it is a PDF", file: "a.pdf", declared: PDF, content: asPNG, refused: "invalid_field files[0].type"},
		{name: "another type", file: "a.svg", declared: "image/svg+xml", content: asPNG, refused: "invalid_field files[0].type"},
		{name: "HTML", file: "a.pdf", content: []byte("<html>%PDF- %%EOF"), refused: "invalid_field files[0].content"},
		{name: "half a PNG", file: "a.png", content: asPNG[:len(asPNG)-9], refused: "invalid_field files[0].content"},
		{name: "nothing", file: "a.png", refused: "invalid_field files[0].content"},
		{name: "too large", file: "a.pdf", content: large, refused: "invalid_field files[0].content"},
		{name: "without a name", content: asPNG, refused: "invalid_field files[0].name"},
		{name: "a name with controls", file: "a\x00b", content: asPNG, refused: "invalid_field files[0].name"},
	} {
		ref, err := New("files[0]", c.file, c.declared, c.content)
		if got := domaintest.Refusal(err); got != c.refused || ref.Type != c.found {
			t.Errorf("%s: %q %q, want %q %q", c.name, ref.Type, got, c.found, c.refused)
		}
		if err == nil && (ref.Hash != HashOf(c.content) || !IsHash(ref.Hash) || ref.Size != int64(len(c.content))) {
			t.Errorf("%s: %+v", c.name, ref)
		}
	}
	if IsHash("../x") || IsHash(strings.Repeat("A", 64)) {
		t.Error("what is no hash passes for one")
	}
}

func TestAFileIsSavedUnderTheEndingOfItsType(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, mediaType, want string }{
		{"receipt.pdf", PDF, "receipt.pdf"},
		{"RECEIPT.PDF", PDF, "RECEIPT.PDF"},
		{"photo.jpeg", JPEG, "photo.jpeg"},
		{"receipt.html", PDF, "receipt.html.pdf"},
		{"receipt.pdf.bat", PDF, "receipt.pdf.bat.pdf"},
		{"receipt.pdf ", PDF, "receipt.pdf .pdf"},
		{"receipt", PNG, "receipt.png"},
		{"photo.png", JPEG, "photo.png.jpg"},
	} {
		if got := (Ref{Name: c.name, Type: c.mediaType}).SavedAs(); got != c.want {
			t.Errorf("%q, a %s, is saved as %q, want %q", c.name, c.mediaType, got, c.want)
		}
	}
}
