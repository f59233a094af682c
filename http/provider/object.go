package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

const maxText = 2048

// object reads the members of one JSON object by their exact names and types.
// encoding/json alone would take null, other letter case and double keys in
// silence. The first fault is kept in err, so that a reader checks once, at the
// end; what it read up to there is not to be used.
type object struct {
	prefix  string
	members map[string]json.RawMessage
	err     *error
}

// readObject reads one object with nothing after it.
func readObject(text []byte) object {
	o := object{err: new(error)}
	o.members = o.scan("body", text)
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

func (o object) scan(name string, text []byte) map[string]json.RawMessage {
	members, err := scanMembers(text)
	if err != nil {
		o.refuse(name, "%s", err)
	}
	return members
}

func scanMembers(text []byte) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return nil, errors.New("must be one JSON object")
	}
	if countMembers(text) != len(members) {
		return nil, errors.New("has a member twice")
	}
	return members, nil
}

// countMembers counts those of a valid JSON object: one colon each, outside of
// strings and of what is nested.
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

func (o object) refuse(name, format string, args ...any) {
	if *o.err == nil {
		*o.err = domain.InvalidField(o.prefix+name, format, args...)
	}
}

// has is false for null too: the provider sends null for what it does not know.
func (o object) has(name string) bool {
	value, there := o.members[name]
	return there && string(value) != "null"
}

func (o object) object(name string) object {
	inner := object{prefix: o.prefix + name + ".", err: o.err}
	inner.members = o.scan(name, o.members[name])
	return inner
}

func (o object) text(name string) string {
	text := o.textOr(name, "")
	if text == "" {
		o.refuse(name, "is required")
	}
	return text
}

func (o object) textOr(name, absent string) string {
	if !o.has(name) {
		return absent
	}
	var text string
	if json.Unmarshal(o.members[name], &text) != nil {
		o.refuse(name, "must be a string")
	}
	if len(text) > maxText || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
		o.refuse(name, "must have at most %d characters, none of them control characters", maxText)
	}
	return text
}

// amount reads rupiah, 0 included. An exponent is refused, though it may be
// small: only a float gone wrong is written like that.
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

func (o object) amountOr(name string, absent decimal.Decimal) decimal.Decimal {
	if !o.has(name) {
		return absent
	}
	return o.amount(name)
}

func (o object) time(name string) time.Time {
	if !o.has(name) {
		o.refuse(name, "is required")
	}
	return o.timeOrZero(name)
}

func (o object) timeOrZero(name string) time.Time {
	text := o.textOr(name, "")
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		o.refuse(name, "must be an RFC 3339 time")
	}
	return at.UTC()
}

// oneOf reads a word of the provider and gives ours.
func (o object) oneOf(name string, words map[string]report.Status) report.Status {
	status, known := words[o.text(name)]
	if !known {
		o.refuse(name, "is not a status of this kind")
	}
	return status
}
