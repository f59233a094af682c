package page

import (
	"encoding/base64"
	"fmt"
	"html/template"

	"rsc.io/qr"
)

// QR returns a picture of a text as a QR code. Error: the text is too long for one.
func QR(text, label string) (Picture, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return Picture{}, fmt.Errorf("a QR code: %w", err)
	}
	source := "data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG())
	return Picture{Source: template.URL(source), Text: label}, nil //nolint:gosec // base64 has nothing to escape
}
