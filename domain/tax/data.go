package tax

import (
	"strings"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/text"
)

// The lengths of the numbers that the tax office gives.
const (
	npwpDigits       = 16
	formerNPWPDigits = 15
	nikDigits        = 16
	nitkuDigits      = 22
)

// headOffice is what follows the NPWP in the NITKU of a head office.
const headOffice = "000000"

// The fields of Data, by their names in the API.
const (
	FieldName    = "name"
	FieldNPWP    = "npwp"
	FieldNIK     = "nik"
	FieldNITKU   = "nitku"
	FieldAddress = "alamat"
	FieldEmail   = "email"
)

// Data is what fee invoices say of their buyer. Any field may be empty; Missing says what an invoice lacks.
type Data struct {
	Name string `json:"name"`
	// NPWP is the taxpayer's number, 16 digits.
	NPWP string `json:"npwp"`
	// NIK is the number of a person's identity card, 16 digits, for a client without NPWP.
	NIK string `json:"nik"`
	// NITKU is the number of the place of business, 22 digits.
	NITKU   string `json:"nitku"`
	Address string `json:"alamat"`
	Email   string `json:"email"`
}

// Normalized returns the data with numbers without their punctuation, with 16 digits of a former NPWP, and with the
// NITKU of the head office if none is given. It refuses, with invalid_field, numbers of another length or of sixteen zeros, a
// NITKU that does not begin with the NPWP, and texts that are too long, all at once.
func (d Data) Normalized() (Data, error) {
	d.NPWP, d.NIK, d.NITKU = digitsOf(d.NPWP), digitsOf(d.NIK), digitsOf(d.NITKU)
	if len(d.NPWP) == formerNPWPDigits {
		d.NPWP = "0" + d.NPWP
	}
	err := domain.Together(
		text.Check(FieldName, d.Name, text.MaxLine), checkDigits(FieldNPWP, d.NPWP, npwpDigits), checkDigits(FieldNIK, d.NIK, nikDigits),
		d.checkNITKU(), text.Check(FieldAddress, d.Address, text.MaxLine), d.checkEmail(),
	)
	if d.NITKU == "" && d.NPWP != "" {
		d.NITKU = d.NPWP + headOffice
	}
	return d, err
}

func (d Data) checkNITKU() error {
	if err := checkDigits(FieldNITKU, d.NITKU, nitkuDigits); err != nil {
		return err
	}
	if !isPlaceOf(d.NITKU, d.NPWP) {
		return domain.InvalidField(FieldNITKU, "must begin with the NPWP, or be empty for the head office")
	}
	return nil
}

// isPlaceOf reports whether a NITKU is that of a place of business of the taxpayer with an NPWP. Nothing is known of one
// without NPWP.
func isPlaceOf(nitku, npwp string) bool {
	return nitku == "" || npwp == "" || strings.HasPrefix(nitku, npwp)
}

// IsHeadOffice reports whether the NITKU is that of the head office, which follows from the NPWP.
func (d Data) IsHeadOffice() bool { return d.NITKU == d.NPWP+headOffice }

func (d Data) checkEmail() error {
	if d.Email == "" {
		return nil
	}
	_, err := account.NormalizeEmail(d.Email)
	return err
}

// Missing lists the fields without which a tax office refuses an invoice, or that have what it refuses. Either NPWP or NIK is
// enough.
func (d Data) Missing() (fields []string) {
	if d.Name == "" {
		fields = append(fields, FieldName)
	}
	if d.NPWP == "" && d.NIK == "" {
		fields = append(fields, FieldNPWP)
	}
	if !isPlaceOf(d.NITKU, d.NPWP) {
		fields = append(fields, FieldNITKU)
	}
	if d.Address == "" {
		fields = append(fields, FieldAddress)
	}
	return fields
}

// digitsOf takes the usual punctuation of a number away.
func digitsOf(number string) string {
	return strings.NewReplacer(".", "", "-", "", " ", "").Replace(number)
}

func checkDigits(field, number string, length int) error {
	if number != "" && (!isDigits(number, length) || strings.Trim(number, "0") == "") {
		return domain.InvalidField(field, "must have %d digits, not all of them 0", length)
	}
	return nil
}

func isDigits(number string, length int) bool {
	return len(number) == length && strings.Trim(number, "0123456789") == ""
}
