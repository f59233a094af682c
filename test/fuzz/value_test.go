package fuzz

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gateway/test/e2e/harness"

	"github.com/getkin/kin-openapi/openapi3"
)

type (
	// raw is sent unchanged, JSON or not.
	raw string
	// members are the members of an object, in order. Names may repeat.
	members []*member
	member  struct {
		name  string
		value any
	}
)

// write writes a value, which may contain invalid JSON.
func write(b *bytes.Buffer, value any) {
	switch v := value.(type) {
	case raw:
		b.WriteString(string(v))
	case members:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, m.name)
			b.WriteByte(':')
			write(b, m.value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, item)
		}
		b.WriteByte(']')
	default:
		b.WriteString(harness.JSON(v))
	}
}

// maker makes values of a schema.
type maker struct {
	*rand.Rand
	ids func(name string) string
}

func (m maker) chance(percent int) bool { return m.IntN(100) < percent }

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// value makes a value that fits the schema, or nearly.
func (m maker) value(name string, schema *openapi3.Schema, depth int) any {
	if schema == nil || depth > 6 {
		return "x"
	}
	if known, ok := m.known(name); ok {
		return known
	}
	for _, choice := range []openapi3.SchemaRefs{schema.OneOf, schema.AnyOf} {
		if len(choice) > 0 && len(schema.Properties) == 0 {
			return m.value(name, pick(m.Rand, choice).Value, depth+1)
		}
	}
	switch {
	case len(schema.Enum) > 0:
		return plain(pick(m.Rand, schema.Enum))
	case len(schema.Properties) > 0 || len(schema.AllOf) > 0 && schema.Type == nil || schema.Type.Is("object"):
		return m.object(schema, depth)
	case len(schema.Examples) > 0 && m.chance(70):
		return plain(pick(m.Rand, schema.Examples))
	case schema.Type.Is("array"):
		items := make([]any, m.IntN(4))
		for i := range items {
			items[i] = m.value(name, schema.Items.Value, depth+1)
		}
		return items
	case schema.Type.Is("integer") || schema.Type.Is("number"):
		return raw(pick(m.Rand, []string{"10000", "25000", "150000", strconv.Itoa(1 + m.IntN(2_000_000)), "1000000"}))
	case schema.Type.Is("boolean"):
		return m.chance(50)
	case schema.Format == "date-time":
		return "2026-01-02T03:04:05Z"
	case schema.Format == "date":
		return "2026-01-02"
	}
	return pick(m.Rand, []string{"Toko Maju", "ORDER-" + strconv.Itoa(m.IntN(50)), "x", "a longer text of some words"})
}

func (m maker) object(schema *openapi3.Schema, depth int) members {
	all := members{}
	var add func(*openapi3.Schema)
	add = func(s *openapi3.Schema) {
		for _, part := range s.AllOf {
			add(part.Value)
		}
		names := make([]string, 0, len(s.Properties))
		for name := range s.Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if slices.Contains(s.Required, name) || m.chance(55) {
				all = append(all, &member{name, m.value(name, s.Properties[name].Value, depth+1)})
			}
		}
	}
	add(schema)
	if len(all) == 0 && m.chance(50) {
		all = append(all, &member{"note", "x"})
	}
	return all
}

// known returns values for members of some names, wherever they occur.
func (m maker) known(name string) (any, bool) {
	switch {
	case strings.Contains(name, "password") || name == "confirm":
		return harness.Password, m.chance(90)
	case name == "email":
		return "fuzz-" + strconv.Itoa(m.IntN(1_000_000)) + "@example.com", m.chance(80)
	case name == "url" || strings.HasSuffix(name, "_url"):
		return harness.CallbackURL, m.chance(70)
	case name == "norek":
		return "1234567890", m.chance(80)
	case name == "bank":
		return "BCA", m.chance(80)
	case name == "external_id":
		return "FUZZ-" + strconv.Itoa(m.IntN(100_000)), m.chance(70)
	case name == "since" || name == "until":
		return "2026-01-02T03:04:05Z", m.chance(50)
	case name == "channel" || strings.HasSuffix(name, "_id"):
		id := m.ids(name)
		return id, id != "" && m.chance(60)
	}
	return nil, false
}

// plain converts a value of the description into one that write knows.
func plain(value any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	all := members{}
	for _, name := range names {
		all = append(all, &member{name, plain(object[name])})
	}
	return all
}

// text is a value in the form of a form or a query.
func text(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	var b bytes.Buffer
	write(&b, value)
	var s string
	if json.Unmarshal(b.Bytes(), &s) == nil {
		return s
	}
	return b.String()
}
