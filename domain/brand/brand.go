// Package brand has what the operator's name looks like on the pages: name, logo, colours, contact and legal footer.
package brand

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Brand is that of the operator. The zero value is the gateway's own.
type Brand struct {
	// Name stands at the top of each page. Contact says how people reach the operator, and Legal is the footer: who the
	// operator is by law. Each may be empty.
	Name, Contact, Legal string
	// Colour is that of links and buttons in light, and Dark in dark, as #rrggbb. Empty means the gateway's own.
	Colour, Dark string
	// Logo stands at the top of each page in place of the name, and Icon in the tab of the browser. Each may be the zero Image.
	Logo, Icon Image
}

// least is the contrast that texts of the usual size need (WCAG 2.2, 1.4.3).
const least = 4.5

// The grounds that the colour stands on, and the text on it, as in the tokens of the pages.
var (
	lightGrounds = []string{"#ffffff", "#f6f7f9", "#eef0fd"}
	darkGrounds  = []string{"#171b24", "#0f1218", "#20264a", "#10142b"}
)

// ErrNoColour is that of a text which is no colour of the form #rrggbb.
var ErrNoColour = errors.New("must be a colour such as #3443c4")

// CheckColour refuses a colour for light pages on which texts would be hard to read. Error: ErrNoColour, or one that
// names the contrast.
func CheckColour(colour string) error { return check(colour, lightGrounds) }

// CheckDark is CheckColour for dark pages.
func CheckDark(colour string) error { return check(colour, darkGrounds) }

func check(colour string, grounds []string) error {
	if colour == "" {
		return nil
	}
	for _, ground := range grounds {
		ratio, err := Contrast(colour, ground)
		if err != nil {
			return err
		}
		if ratio < least {
			return fmt.Errorf("has a contrast of %.1f:1 with %s; texts need %.1f:1", ratio, ground, least)
		}
	}
	return nil
}

// Contrast is the contrast of two colours, from 1 to 21 (WCAG 2.2). Error: ErrNoColour.
func Contrast(a, b string) (float64, error) {
	first, err := luminance(a)
	second, other := luminance(b)
	const flare = 0.05 // light that any screen reflects
	return (max(first, second) + flare) / (min(first, second) + flare), errors.Join(err, other)
}

// luminance is how bright a colour is, from 0 to 1.
func luminance(colour string) (float64, error) {
	const length = len("#rrggbb")
	if len(colour) != length || colour[0] != '#' {
		return 0, ErrNoColour
	}
	n, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		return 0, ErrNoColour
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n), nil
}

// linear is the light of the lowest byte, a part of a colour in sRGB.
func linear(part uint64) float64 {
	const low, slope, offset, exponent = 0.04045, 12.92, 0.055, 2.4
	v := float64(part&math.MaxUint8) / math.MaxUint8
	if v <= low {
		return v / slope
	}
	return math.Pow((v+offset)/(1+offset), exponent)
}
