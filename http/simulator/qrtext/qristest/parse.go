// Package qristest reads the text of QRIS codes in tests. The gateway only builds codes.
package qristest

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"gateway/http/simulator/qrtext"

	"github.com/shopspring/decimal"
)

// ErrCRC says that the checksum does not match the text.
var ErrCRC = errors.New("qris: checksum does not match")

var amountForm = regexp.MustCompile(`^[0-9]{1,10}(\.[0-9]{1,2})?$`)

// Parse reads a code in the form that qrtext.Build makes: dynamic, in rupiah, with its checksum at the end. It
// ignores data objects without a field in qrtext.Fields.
func Parse(text string) (qrtext.Fields, error) {
	objects, err := split(text)
	if err != nil {
		return qrtext.Fields{}, err
	}
	if err := checkFixed(text, objects); err != nil {
		return qrtext.Fields{}, err
	}
	acquirer, err1 := split(objects["26"])
	nationwide, err2 := split(objects["51"])
	additional, err3 := split(objects["62"])
	if err := errors.Join(err1, err2, err3); err != nil {
		return qrtext.Fields{}, err
	}
	if !amountForm.MatchString(objects["54"]) {
		return qrtext.Fields{}, errors.New("qris: tag 54 is no amount")
	}
	f := qrtext.Fields{
		Domain: acquirer["00"], PAN: acquirer["01"], MerchantID: acquirer["02"], Criteria: acquirer["03"],
		NMID: nationwide["02"], MCC: objects["52"], Amount: decimal.RequireFromString(objects["54"]),
		Name: objects["59"], City: objects["60"], PostalCode: objects["61"],
		Reference: additional["05"], Terminal: additional["07"],
	}
	_, err = qrtext.Build(f) // checks the form of the fields
	return f, err
}

// checkFixed checks the checksum, and the objects that every code has with the same value.
func checkFixed(text string, objects map[string]string) error {
	const crcLength = 4
	if len(text) < crcLength+4 || text[len(text)-crcLength-4:len(text)-crcLength] != "6304" {
		return ErrCRC
	}
	if fmt.Sprintf("%04X", qrtext.CRC(text[:len(text)-crcLength])) != objects["63"] {
		return ErrCRC
	}
	fixed := map[string]string{"00": "01", "01": "12", "53": "360", "58": "ID"}
	for tag, want := range fixed {
		if objects[tag] != want {
			return fmt.Errorf("qris: tag %s is %q, not %q", tag, objects[tag], want)
		}
	}
	return nil
}

// split reads the data objects of one level, by tag. A repeated tag is an error, because
// readers differ in which one they take.
func split(text string) (map[string]string, error) {
	objects := map[string]string{}
	for len(text) > 0 {
		if len(text) < 4 {
			return nil, errors.New("qris: cut short in a tag")
		}
		tag := text[:2]
		length, err := strconv.ParseUint(text[2:4], 10, 8)
		if err != nil || len(text) < 4+int(length) {
			return nil, fmt.Errorf("qris: tag %q has no right length", tag)
		}
		if _, twice := objects[tag]; twice {
			return nil, fmt.Errorf("qris: tag %q comes twice", tag)
		}
		objects[tag] = text[4 : 4+length]
		text = text[4+length:]
	}
	return objects, nil
}
