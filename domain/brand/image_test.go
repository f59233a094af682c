package brand_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"gateway/domain/brand"
)

func TestAnImageIsJudgedByItsContent(t *testing.T) {
	t.Parallel()
	pixel, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	if err != nil {
		t.Fatal(err)
	}
	const drawn = `<?xml version="1.0"?><!-- a logo --><svg xmlns="http://www.w3.org/2000/svg"><path/></svg>`
	for _, c := range []struct {
		name          string
		content       string
		logo, icon    error
		kind, endings string
	}{
		{"a PNG", string(pixel), nil, nil, brand.TypePNG, ".png"},
		{"an SVG", drawn, nil, nil, brand.TypeSVG, ".svg"},
		{"an ICO", "\x00\x00\x01\x00\x01\x00rest", brand.ErrNoLogo, nil, brand.TypeIcon, ".ico"},
		{"an SVG cut short", drawn[:len(drawn)-3], brand.ErrNoLogo, brand.ErrNoIcon, "", ""},
		{"a page", `<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>`, brand.ErrNoLogo, brand.ErrNoIcon, "", ""},
		{"a JPEG", "\xff\xd8\xff\xe0", brand.ErrNoLogo, brand.ErrNoIcon, "", ""},
		{"nothing", "", brand.ErrNoLogo, brand.ErrNoIcon, "", ""},
	} {
		_, noLogo := brand.NewLogo([]byte(c.content))
		image, noIcon := brand.NewIcon([]byte(c.content))
		if !errors.Is(noLogo, c.logo) || !errors.Is(noIcon, c.icon) || image.Type != c.kind || image.Extension() != c.endings {
			t.Errorf("%s: logo %v, icon %v, %q", c.name, noLogo, noIcon, image.Type)
		}
	}
	fits := strings.Replace(drawn, "a logo", strings.Repeat("o", brand.MaxImage-len(drawn)+len("a logo")), 1)
	if _, err := brand.NewLogo([]byte(fits)); err != nil || len(fits) != brand.MaxImage {
		t.Errorf("%d bytes: %v", len(fits), err)
	}
	if _, err := brand.NewLogo(bytes.Repeat([]byte("o"), brand.MaxImage+1)); err == nil || !strings.Contains(err.Error(), "at most 100000 bytes") {
		t.Errorf("a byte too many: %v", err)
	}
}
