package openapi

import (
	"testing"

	"gateway/http/server/strangers"

	"github.com/getkin/kin-openapi/openapi3"
)

// An operation without a credential reads at most the body that package strangers allows before authentication.
// So the longest values of its fields must fit, however they are escaped.
func TestWhatAStrangerMaySayFitsIntoABodyOfAStranger(t *testing.T) {
	t.Parallel()
	found := 0
	doc := load(t)
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			if o.RequestBody == nil || o.Security != nil && len(*o.Security) > 0 || o.Security == nil && len(doc.Security) > 0 {
				continue
			}
			found++
			if size := largest(t, path, o.RequestBody.Value.Content.Get("application/json").Schema); size > strangers.MaxStranger {
				t.Errorf("%s %s: the fields may have %d bytes, a stranger's body has %d", method, path, size, strangers.MaxStranger)
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d operations are open", found)
	}
}

// escaped is the maximum length of a character in JSON, in bytes: two escapes of six.
const escaped = 12

// largest is the maximum length of a value in bytes, without needless spaces.
func largest(t *testing.T, name string, ref *openapi3.SchemaRef) (size int) {
	t.Helper()
	s := ref.Value
	switch {
	case s.Type.Is("object"):
		for property, of := range s.Properties {
			size += len(property) + len(`"":,`) + largest(t, name+"."+property, of)
		}
		return size + len("{}")
	case s.Type.Is("array") && s.MaxItems != nil:
		return int(*s.MaxItems) * (1 + largest(t, name+"[]", s.Items))
	case len(s.Enum) > 0, s.Type.Is("boolean"), s.Type.Is("integer"), s.Type.Is("number"):
		return 64
	case s.MaxLength != nil:
		return int(*s.MaxLength)*escaped + len(`""`)
	}
	t.Errorf("%s has no limit", name)
	return 0
}
