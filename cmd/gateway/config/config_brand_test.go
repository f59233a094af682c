package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gateway/cmd/gateway/config"
	"gateway/domain/brand"
)

func TestTheImagesOfTheBrandAreReadAtTheStart(t *testing.T) {
	t.Parallel()
	write := func(content string) string {
		path := filepath.Join(t.TempDir(), "image")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	drawn := write(`<svg xmlns="http://www.w3.org/2000/svg"/>`)
	c, err := config.LoadFrom([]string{"BRAND_NAME=Bayarin", "BRAND_LOGO=" + drawn, "BRAND_ICON=" + drawn})
	if got := c.Brand(); err != nil || got.Logo.Type != brand.TypeSVG || got.Icon.Type != brand.TypeSVG {
		t.Errorf("%+v, %v", got, err)
	}
	for name, says := range map[string]string{
		"BRAND_LOGO=" + write("GIF89a"): "BRAND_LOGO must be a PNG or SVG file",
		"BRAND_ICON=" + write("GIF89a"): "BRAND_ICON must be a PNG, ICO or SVG file",
		"BRAND_ICON=/nowhere":           "BRAND_ICON names the file /nowhere, which can't be read: no such file or directory",
		"BRAND_ICON=/":                  "BRAND_ICON names the file /, which can't be read",
		"BRAND_LOGO=" + drawn:           "BRAND_LOGO needs BRAND_NAME",
		"BRAND_LOGO=" + write(strings.Repeat("o", brand.MaxImage+1)): "BRAND_LOGO must have at most 100000 bytes",
	} {
		if _, err := config.LoadFrom([]string{name}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
