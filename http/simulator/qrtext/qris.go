package qrtext

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// Fields are the fields of a dynamic code for one payment. All are ASCII. NMID, PostalCode,
// Reference and Terminal may be empty and are omitted then; an empty NMID omits the whole
// template 51.
type Fields struct {
	// Domain is the acquirer's reverse domain, PAN the merchant's account number (9360...),
	// MerchantID the acquirer's id of the merchant.
	Domain     string
	PAN        string
	MerchantID string
	// Criteria is the size of the merchant: UMI, UKE, UME or UBE.
	Criteria string
	// NMID is the national merchant id: ID and 13 digits.
	NMID string
	// MCC is the merchant category, four digits.
	MCC string
	// Amount is in rupiah, above zero, with at most two decimals.
	Amount decimal.Decimal
	// Name has at most 25 characters, City at most 15.
	Name       string
	City       string
	PostalCode string
	// Reference and Terminal go into the additional data, 25 characters at most.
	Reference string
	Terminal  string
}

// The tags of the top level, and the fixed values of some of them.
const (
	tagFormat, format       = "00", "01"
	tagMethod, dynamic      = "01", "12"
	tagAcquirer             = "26"
	tagNational, national   = "51", "ID.CO.QRIS.WWW"
	tagMCC                  = "52"
	tagCurrency, rupiah     = "53", "360"
	tagAmount               = "54"
	tagCountry, indonesia   = "58", "ID"
	tagName                 = "59"
	tagCity                 = "60"
	tagPostalCode           = "61"
	tagAdditional           = "62"
	tagCRC                  = "63"
	subReference, subDevice = "05", "07"
)

// Build returns the text of the code with its checksum. It returns an error if a field does not
// have the form that Fields documents.
func Build(f Fields) (string, error) {
	if err := f.check(); err != nil {
		return "", err
	}
	acquirer := tlv("00", f.Domain) + tlv("01", f.PAN) + tlv("02", f.MerchantID) + tlv("03", f.Criteria)
	body := tlv(tagFormat, format) + tlv(tagMethod, dynamic) + tlv(tagAcquirer, acquirer)
	if f.NMID != "" {
		body += tlv(tagNational, tlv("00", national)+tlv("02", f.NMID)+tlv("03", f.Criteria))
	}
	body += tlv(tagMCC, f.MCC) + tlv(tagCurrency, rupiah) + tlv(tagAmount, amountText(f.Amount)) +
		tlv(tagCountry, indonesia) + tlv(tagName, f.Name) + tlv(tagCity, f.City) +
		tlv(tagPostalCode, f.PostalCode) +
		tlv(tagAdditional, tlv(subReference, f.Reference)+tlv(subDevice, f.Terminal)) +
		tagCRC + "04"
	return body + fmt.Sprintf("%04X", CRC(body)), nil
}

// tlv returns one data object: tag, length, value. It returns "" for an empty value.
func tlv(tag, value string) string {
	if value == "" {
		return ""
	}
	return fmt.Sprintf("%s%02d%s", tag, len(value), value)
}

func amountText(amount decimal.Decimal) string {
	if amount.IsInteger() {
		return amount.StringFixed(0)
	}
	return amount.StringFixed(2)
}

// CRC returns the CRC-16/CCITT-FALSE of the text, which EMVCo requires in tag 63.
func CRC(text string) uint16 {
	crc := uint16(0xFFFF)
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			carry := crc&0x8000 != 0
			crc <<= 1
			if carry {
				crc ^= 0x1021
			}
		}
	}
	return crc
}

var (
	printable = `[\x20-\x7e]`
	forms     = map[string]*regexp.Regexp{
		"domain":      regexp.MustCompile(`^` + printable + `{1,32}$`),
		"PAN":         regexp.MustCompile(`^[0-9]{16,19}$`),
		"merchant id": regexp.MustCompile(`^` + printable + `{1,15}$`),
		"criteria":    regexp.MustCompile(`^(UMI|UKE|UME|UBE)$`),
		"NMID":        regexp.MustCompile(`^(ID[0-9]{13})?$`),
		"MCC":         regexp.MustCompile(`^[0-9]{4}$`),
		"name":        regexp.MustCompile(`^` + printable + `{1,25}$`),
		"city":        regexp.MustCompile(`^` + printable + `{1,15}$`),
		"postal code": regexp.MustCompile(`^` + printable + `{0,10}$`),
		"reference":   regexp.MustCompile(`^` + printable + `{0,25}$`),
		"terminal":    regexp.MustCompile(`^` + printable + `{0,25}$`),
	}
)

// check checks the form of all fields, and with it their lengths: no object or template may be
// longer than 99, the most that its two digits of length can express.
func (f Fields) check() error {
	values := map[string]string{
		"domain": f.Domain, "PAN": f.PAN, "merchant id": f.MerchantID, "criteria": f.Criteria,
		"NMID": f.NMID, "MCC": f.MCC, "name": f.Name, "city": f.City,
		"postal code": f.PostalCode, "reference": f.Reference, "terminal": f.Terminal,
	}
	var bad []string
	for name, value := range values {
		if !forms[name].MatchString(value) {
			bad = append(bad, name)
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("qris: not well formed: %s", strings.Join(bad, ", "))
	}
	if !f.Amount.IsPositive() || f.Amount.Exponent() < -20 || !f.Amount.Equal(f.Amount.Truncate(2)) || len(amountText(f.Amount)) > 13 {
		return fmt.Errorf("qris: the amount does not fit in tag %s", tagAmount)
	}
	return nil
}
