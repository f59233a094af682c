package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/report"
	"gateway/domain/text"

	"github.com/shopspring/decimal"
)

// maxText is how many characters of a member's text are kept.
const maxText = 2048

// object reads the members of one JSON object by their exact names and types; encoding/json alone would
// accept null, other letter case and repeated keys. It keeps the first problem in err, which all objects of
// one text share. A reader checks err once, at the end, and discards everything it has read if there is one.
type object struct {
	prefix  string
	members map[string]json.RawMessage
	err     *error
}

// readObject reads a text that must contain one object and nothing else.
func readObject(text []byte) object {
	o := object{err: new(error)}
	o.members = o.parseMembers("body", text)
	return o
}

// readList reads an array of objects.
func readList(text []byte) ([]object, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal(text, &elements); err != nil {
		return nil, err
	}
	list := make([]object, len(elements))
	for i, element := range elements {
		list[i] = readObject(element)
		if err := *list[i].err; err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (o object) parseMembers(name string, text []byte) map[string]json.RawMessage {
	members, err := decodeMembers(text)
	if err != nil {
		o.refuse(name, "%s", err)
	}
	return members
}

func decodeMembers(text []byte) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return nil, errors.New("must be one JSON object")
	}
	if countMembers(text) != len(members) {
		return nil, errors.New("has a member twice")
	}
	return members, nil
}

// countMembers counts the members of a valid JSON object: one colon each, outside of strings
// and nested values.
func countMembers(text []byte) (n int) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ':':
			if depth == 1 {
				n++
			}
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return n
}

// refuse records the first problem.
func (o object) refuse(name, format string, args ...any) {
	if *o.err == nil {
		*o.err = domain.InvalidField(o.prefix+name, format, args...)
	}
}

// has reports whether the member is present and not null, because the provider sends null for what it does
// not know.
func (o object) has(name string) bool {
	value, there := o.members[name]
	return there && string(value) != "null"
}

// object reads a required nested object.
func (o object) object(name string) object {
	inner := object{prefix: o.prefix + name + ".", err: o.err}
	inner.members = o.parseMembers(name, o.members[name])
	return inner
}

// text reads a required, non-empty string.
func (o object) text(name string) string { return o.notEmpty(name, o.textOr(name, "")) }

// textOr reads a string and cleans it. It never refuses a text for its characters or length, because a
// payment or a payout may wait for it.
func (o object) textOr(name, absent string) string {
	if !o.has(name) {
		return absent
	}
	return text.Cleaned(o.string(name), maxText)
}

// exact is text without cleaning, for what a program reads: a URL, or the content of a QR code, whose
// checksum covers its bytes.
func (o object) exact(name string) string { return o.notEmpty(name, o.exactOr(name, "")) }

func (o object) exactOr(name, absent string) string {
	if !o.has(name) {
		return absent
	}
	return text.WithoutControls(o.string(name), maxText)
}

func (o object) string(name string) string {
	var s string
	if json.Unmarshal(o.members[name], &s) != nil {
		o.refuse(name, "must be a string")
	}
	return s
}

func (o object) notEmpty(name, s string) string {
	if s == "" {
		o.refuse(name, "is required")
	}
	return s
}

// amount reads rupiah, 0 or more. It refuses an exponent, which only software that computes with floats
// writes.
func (o object) amount(name string) decimal.Decimal {
	if !o.has(name) {
		o.refuse(name, "is required")
		return money.Zero
	}
	raw := []byte(o.members[name])
	amount, err := money.ParseNumber(raw)
	switch {
	case err != nil:
		o.refuse(name, "%s", err)
	case bytes.ContainsAny(raw, "eE") || amount.IsNegative() || money.Check(amount) != nil:
		o.refuse(name, "must be an amount from 0 to %s with at most %d decimals", money.Max, money.Places)
	}
	return amount
}

// signedAmount reads rupiah, positive or negative.
func (o object) signedAmount(name string) decimal.Decimal {
	if raw := o.members[name]; bytes.HasPrefix(raw, []byte("-")) {
		return object{prefix: o.prefix, members: map[string]json.RawMessage{name: raw[1:]}, err: o.err}.amount(name).Neg()
	}
	return o.amount(name)
}

func (o object) amountOr(name string, absent decimal.Decimal) decimal.Decimal {
	if !o.has(name) {
		return absent
	}
	return o.amount(name)
}

// The provider's times must be at or after earliest and before latest. A time such as year 0 or 9999 could
// not be represented in JSON, PostgreSQL or a statement after its offset is removed.
var (
	earliest = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// time reads a required time. It returns UTC in microseconds, which is what the read models keep.
func (o object) time(name string) time.Time {
	if !o.has(name) {
		o.refuse(name, "is required")
	}
	return o.timeOrZero(name)
}

// timeOr reads a time, or returns absent when there is none.
func (o object) timeOr(name string, absent time.Time) time.Time {
	if at := o.timeOrZero(name); !at.IsZero() {
		return at
	}
	return absent
}

func (o object) timeOrZero(name string) time.Time {
	text := o.textOr(name, "")
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, text)
	switch {
	case err != nil:
		o.refuse(name, "must be an RFC 3339 time")
	case at.Before(earliest) || !at.Before(latest):
		o.refuse(name, "must be a time of the years %d to %d", earliest.Year(), latest.Year()-1)
	}
	return at.UTC().Truncate(time.Microsecond)
}

// status reads a status given in the provider's words.
func (o object) status(name string, statuses map[string]report.Status) report.Status {
	status, known := statuses[o.text(name)]
	if !known {
		o.refuse(name, "is not a status of this kind")
	}
	return status
}

// expiry reads an optional time.
func (o object) expiry(name string) *time.Time {
	at := o.timeOrZero(name)
	if at.IsZero() {
		return nil
	}
	return &at
}
