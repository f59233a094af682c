package brand_test

import (
	"testing"

	"gateway/domain/brand"
)

func TestAColourThatIsHardToReadIsRefused(t *testing.T) {
	t.Parallel()
	for colour, taken := range map[string]bool{
		"": true, "#3443c4": true, "#0f6a3d": true, "#000000": true,
		"#ff8800": false, "#ffffff": false, "#767676": false, // 4.5 with white, less with the ground
		"red": false, "#12345": false, "#12345g": false, "#+12345": false,
	} {
		if err := brand.CheckColour(colour); (err == nil) != taken {
			t.Errorf("%q: %v", colour, err)
		}
	}
	if brand.CheckDark("#9aa6ff") != nil || brand.CheckDark("#3443c4") == nil {
		t.Error("the dark colours are judged by other grounds")
	}
	if ratio, _ := brand.Contrast("#000000", "#ffffff"); ratio < 20.99 || ratio > 21.01 {
		t.Errorf("black on white has %v", ratio)
	}
}
