package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gateway/domain/brand"
)

// Brand returns the operator's brand. It reads the files of the images, which Check has read before.
func (c Config) Brand() brand.Brand {
	logo, icon, _ := c.images() // Check refuses images that can't be shown
	return brand.Brand{
		Name: c.BrandName, Contact: c.BrandContact, Legal: c.BrandLegal, Colour: c.BrandColour, Dark: c.BrandColourDark,
		Logo: logo, Icon: icon,
	}
}

// images reads the files that BRAND_LOGO and BRAND_ICON name.
func (c Config) images() (logo, icon brand.Image, problems []error) {
	for _, one := range []struct {
		name, path string
		take       func([]byte) (brand.Image, error)
		into       *brand.Image
	}{
		{"BRAND_LOGO", c.BrandLogo, brand.NewLogo, &logo}, {"BRAND_ICON", c.BrandIcon, brand.NewIcon, &icon},
	} {
		if one.path == "" {
			continue
		}
		content, err := readImage(one.path)
		if err == nil {
			*one.into, err = one.take(content)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s %w", one.name, err))
		}
	}
	return logo, icon, problems
}

// readImage reads a file, and one byte more than an image may have at most, so that a huge file does no harm.
func readImage(path string) ([]byte, error) {
	file, err := os.Open(path)
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("names the file %s, which can't be read: %w", path, wrong.Err)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, brand.MaxImage+1))
	if err != nil {
		return nil, fmt.Errorf("names the file %s, which can't be read: %w", path, err)
	}
	return content, nil
}

// brandProblems refuse colours on which texts are hard to read, files that are no images, and a logo without a name.
func (c Config) brandProblems() []error {
	_, _, problems := c.images()
	for _, one := range []struct {
		name string
		err  error
	}{
		{"BRAND_COLOUR", brand.CheckColour(c.BrandColour)}, {"BRAND_COLOUR_DARK", brand.CheckDark(c.BrandColourDark)},
	} {
		if one.err != nil {
			problems = append(problems, fmt.Errorf("%s %w", one.name, one.err))
		}
	}
	return append(problems, problem(c.BrandLogo != "" && c.BrandName == "",
		"BRAND_LOGO needs BRAND_NAME, which is read out to people who can't see it"))
}
