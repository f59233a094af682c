package config

import (
	"fmt"

	"gateway/domain/brand"
)

// Brand returns the operator's brand.
func (c Config) Brand() brand.Brand {
	return brand.Brand{Name: c.BrandName, Contact: c.BrandContact, Legal: c.BrandLegal, Colour: c.BrandColour, Dark: c.BrandColourDark}
}

// brandProblems refuse colours on which texts are hard to read.
func (c Config) brandProblems() (problems []error) {
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
	return problems
}
