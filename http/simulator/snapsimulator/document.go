package snapsimulator

import (
	"bytes"
	"encoding/json"
	"regexp"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// refusal is an answer that says that a call was not carried out. about names the field.
type refusal struct {
	code  snap.Code
	about string
}

func (r *refusal) message() string {
	if r.about == "" {
		return r.code.Message()
	}
	return r.code.Message() + " {" + r.about + "}"
}

// document is the body of a request. Its readers note the first refusal, which all documents of one body share.
type document struct {
	members map[string]any
	prefix  string
	refused **refusal
}

type need bool

const (
	mandatory need = true
	optional  need = false
)

// parse reads a body, which must be one JSON object.
func parse(body []byte) (*document, *refusal) {
	d := &document{refused: new(*refusal)}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&d.members); err != nil || d.members == nil || decoder.More() {
		return nil, &refusal{code: snap.BadRequest}
	}
	return d, nil
}

func (d *document) refuse(code snap.Code, about string) {
	if *d.refused == nil {
		*d.refused = &refusal{code, d.prefix + about}
	}
}

// text reads a text of at most longest characters. An empty one is missing.
func (d *document) text(name string, longest int, n need) string {
	switch value := d.members[name].(type) {
	case nil:
	case string:
		if len(value) > longest {
			d.refuse(snap.InvalidField, name)
			return ""
		}
		if value != "" {
			return value
		}
	default:
		d.refuse(snap.InvalidField, name)
		return ""
	}
	if n == mandatory {
		d.refuse(snap.MissingField, name)
	}
	return ""
}

// object reads an object. A missing or wrong one reads as an empty one.
func (d *document) object(name string, n need) *document {
	inner := &document{prefix: d.prefix + name + ".", refused: d.refused}
	switch value := d.members[name].(type) {
	case nil:
		if n == mandatory {
			d.refuse(snap.MissingField, name)
		}
	case map[string]any:
		inner.members = value
	default:
		d.refuse(snap.InvalidField, name)
	}
	return inner
}

// first reads the first object of a list, which is mandatory.
func (d *document) first(name string) *document {
	inner := &document{prefix: d.prefix + name + ".", refused: d.refused}
	list, isList := d.members[name].([]any)
	switch {
	case d.members[name] == nil || isList && len(list) == 0:
		d.refuse(snap.MissingField, name)
	case !isList:
		d.refuse(snap.InvalidField, name)
	default:
		members, ok := list[0].(map[string]any)
		if !ok {
			d.refuse(snap.InvalidField, name)
		}
		inner.members = members
	}
	return inner
}

// twoDecimals is the form of an amount in the standard: String(16,2).
var twoDecimals = regexp.MustCompile(`^(0|[1-9]\d{0,15})\.\d{2}$`)

// amount reads a mandatory amount, which must have two decimals and be above 0.
func (d *document) amount(name string) decimal.Decimal {
	money := d.object(name, mandatory)
	value, currency := money.text("value", 19, mandatory), money.text("currency", 3, mandatory)
	if *d.refused != nil {
		return decimal.Zero
	}
	amount, err := decimal.NewFromString(value)
	if err != nil || !twoDecimals.MatchString(value) || !amount.IsPositive() {
		d.refuse(snap.InvalidField, name+".value")
	}
	if currency != snap.Rupiah {
		d.refuse(snap.InvalidField, name+".currency")
	}
	return amount
}

// time reads a time in ISO 8601 with seconds and offset; the zero time if it is missing.
func (d *document) time(name string) time.Time {
	text := d.text(name, 32, optional)
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		d.refuse(snap.InvalidField, name)
	}
	return at
}
