package qris

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/shopspring/decimal"
)

// ErrCRC says that the text is not what its checksum was made of.
var ErrCRC = errors.New("qris: checksum does not match")

var amountForm = regexp.MustCompile(`^[0-9]{1,10}(\.[0-9]{1,2})?$`)

// Parse reads a code that Build could have made: dynamic, in rupiah, with its
// checksum last. Objects that Fields does not name are passed over.
func Parse(text string) (Fields, error) {
	objects, err := split(text)
	if err != nil {
		return Fields{}, err
	}
	if err := checkEnvelope(text, objects); err != nil {
		return Fields{}, err
	}
	acquirer, err1 := split(objects[tagAcquirer])
	nationwide, err2 := split(objects[tagNational])
	additional, err3 := split(objects[tagAdditional])
	if err := errors.Join(err1, err2, err3); err != nil {
		return Fields{}, err
	}
	if !amountForm.MatchString(objects[tagAmount]) {
		return Fields{}, fmt.Errorf("qris: tag %s is no amount", tagAmount)
	}
	f := Fields{
		Domain: acquirer["00"], PAN: acquirer["01"], MerchantID: acquirer["02"], Criteria: acquirer["03"],
		NMID: nationwide["02"], MCC: objects[tagMCC], Amount: decimal.RequireFromString(objects[tagAmount]),
		Name: objects[tagName], City: objects[tagCity], PostalCode: objects[tagPostalCode],
		Reference: additional[subReference], Terminal: additional[subDevice],
	}
	return f, f.check()
}

// checkEnvelope looks at what is the same in every code, the checksum first.
func checkEnvelope(text string, objects map[string]string) error {
	const crcLength = 4
	if len(text) < crcLength+4 || text[len(text)-crcLength-4:len(text)-crcLength] != tagCRC+"04" {
		return ErrCRC
	}
	if fmt.Sprintf("%04X", CRC(text[:len(text)-crcLength])) != objects[tagCRC] {
		return ErrCRC
	}
	fixed := map[string]string{tagFormat: format, tagMethod: dynamic, tagCurrency: rupiah, tagCountry: indonesia}
	for tag, want := range fixed {
		if objects[tag] != want {
			return fmt.Errorf("qris: tag %s is %q, not %q", tag, objects[tag], want)
		}
	}
	return nil
}

// split reads the data objects of one level. A tag that comes twice is an error,
// since readers differ in which one they take.
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
