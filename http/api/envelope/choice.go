package envelope

import (
	"bytes"
	"encoding/json"

	"gateway/domain"
)

// Choice is `*`, which reads as an empty list, or a list of at least one word.
type Choice []string

// UnmarshalJSON implements json.Unmarshaler. Error: invalid_field, without a field.
func (c *Choice) UnmarshalJSON(raw []byte) error {
	if bytes.Equal(bytes.TrimSpace(raw), []byte(`"*"`)) {
		*c = Choice{}
		return nil
	}
	var words []string
	if err := json.Unmarshal(raw, &words); err != nil || len(words) == 0 {
		return domain.InvalidField("", `must be "*" or a list of words`)
	}
	*c = words
	return nil
}
