package mailer

import (
	"strings"
	"unicode"

	"gateway/domain/text"
)

// plain gives a text of a stranger as it stands in a mail: one line, in which no mail program finds an address to make a
// link of. A person can invite anybody from a client named after a web address, and the mail comes from us.
// What would make an address stands in square brackets: evil[.]example, https[:]//, ani[@]example. An invisible
// character in its place would not do: some programs drop it, and some take it for a part of the address.
func plain(value string) string {
	runes := []rune(text.Cleaned(value, text.MaxLine))
	var out strings.Builder
	for i, r := range runes {
		inside := i > 0 && i+1 < len(runes) && !unicode.IsSpace(runes[i-1]) && !unicode.IsSpace(runes[i+1])
		if inside && (strings.ContainsRune(joiners, r) || r == ':' && unicode.IsLetter(runes[i-1])) {
			out.WriteString("[" + string(r) + "]")
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// joiners hold an address together: the at sign, its wide form, and the full stops that count as one in the name of a host.
const joiners = "@\uff20.\u3002\uff0e\uff61"
