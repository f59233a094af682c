package brand

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
)

// MaxImage is the maximum size of an image in bytes. Each page shows the logo, and weighs less than half of it.
const MaxImage = 100_000

// Image is a picture of the operator. The zero value is none.
type Image struct {
	// Type is the media type of Content.
	Type string
	// Content is the file. A caller must not change it.
	Content []byte
}

// The media types of images.
const (
	TypePNG  = "image/png"
	TypeSVG  = "image/svg+xml"
	TypeIcon = "image/x-icon"
)

// The errors of images that the pages can't show.
var (
	errTooLarge = fmt.Errorf("must have at most %d bytes", MaxImage)
	ErrNoLogo   = errors.New("must be a PNG or SVG file")
	ErrNoIcon   = errors.New("must be a PNG, ICO or SVG file")
)

// NewLogo takes the file of a logo. Error: ErrNoLogo, or one that names the limit of the size.
func NewLogo(content []byte) (Image, error) { return newImage(content, ErrNoLogo, TypePNG, TypeSVG) }

// NewIcon takes the file of the icon that a browser shows in its tabs. Error: ErrNoIcon, or one that names the limit of the
// size.
func NewIcon(content []byte) (Image, error) {
	return newImage(content, ErrNoIcon, TypePNG, TypeSVG, TypeIcon)
}

func newImage(content []byte, no error, types ...string) (Image, error) {
	if len(content) > MaxImage {
		return Image{}, errTooLarge
	}
	for _, kind := range types {
		if is[kind](content) {
			return Image{kind, content}, nil
		}
	}
	return Image{}, no
}

// is has the test of each type. A test reads the content: the name of a file proves nothing.
var is = map[string]func([]byte) bool{
	TypePNG: func(content []byte) bool {
		_, err := png.DecodeConfig(bytes.NewReader(content))
		return err == nil
	},
	TypeIcon: func(content []byte) bool {
		const header = 6 // the signature, and how many pictures follow
		return len(content) > header && bytes.HasPrefix(content, []byte("\x00\x00\x01\x00"))
	},
	TypeSVG: isSVG,
}

// isSVG reports whether a text is well-formed XML whose root is that of an SVG.
func isSVG(content []byte) bool {
	in, root := xml.NewDecoder(bytes.NewReader(content)), ""
	for {
		token, err := in.Token()
		if err != nil {
			return root == "http://www.w3.org/2000/svg svg" && errors.Is(err, io.EOF)
		}
		if start, ok := token.(xml.StartElement); ok && root == "" {
			root = start.Name.Space + " " + start.Name.Local
		}
	}
}

// Extension is the end of the file name of such an image, such as ".png". It is empty if there is no image.
func (i Image) Extension() string {
	return map[string]string{TypePNG: ".png", TypeSVG: ".svg", TypeIcon: ".ico"}[i.Type]
}
