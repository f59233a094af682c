package page

import (
	"bytes"
	"encoding/json"
	"strings"

	"gateway/domain/ledger"
	"gateway/domain/words"
)

// AccountWord is the word for an account of the ledger, empty for an unknown account.
func (c *Context) AccountWord(account string) string { return c.ofAccount(words.Accounts, account) }

// AccountHint says what an account of the ledger holds and what its sign means, empty for an unknown account.
func (c *Context) AccountHint(account string) string {
	return c.ofAccount(words.AccountHints, account)
}

func (c *Context) ofAccount(table map[string]words.Text, account string) string {
	if strings.HasPrefix(account, "client:") {
		account = account[strings.LastIndex(account, ":")+1:]
	}
	if _, ok := ledger.ConnectionOf(account); ok {
		account = "provider" + account[strings.LastIndex(account, ":"):]
	}
	if _, ok := ledger.TransitOf(account); ok {
		account = "bank:transit"
	}
	if text, ok := table[account]; ok {
		return c.T(text)
	}
	return ""
}

// Indented returns JSON on several lines. A text that is not JSON stays as it is.
func Indented(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil {
		return text
	}
	return out.String()
}

// EventWord is the word for an event by its name, with or without its version.
func (c *Context) EventWord(name string) string {
	for _, full := range []string{name, name + ".v1", name + ".v2"} {
		if text, ok := words.Events[full]; ok {
			return c.T(text)
		}
	}
	return name
}
