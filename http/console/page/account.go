package page

import (
	"bytes"
	"encoding/json"
	"strings"

	"gateway/http/console/words"
)

// AccountWord is the word for an account of the ledger, empty for one without.
func (c *Context) AccountWord(account string) string {
	if strings.HasPrefix(account, "client:") {
		account = account[strings.LastIndex(account, ":")+1:]
	}
	if text, ok := words.Accounts[account]; ok {
		return c.T(text)
	}
	return ""
}

// Indented is a JSON text on several lines, or the text as it is where it is none.
func Indented(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil {
		return text
	}
	return out.String()
}

// EventWord is the word for an event by its name, with its version or without.
func (c *Context) EventWord(name string) string {
	for _, full := range []string{name, name + ".v1", name + ".v2"} {
		if text, ok := words.Events[full]; ok {
			return c.T(text)
		}
	}
	return name
}
