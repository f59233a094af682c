package mailer

import (
	"strings"
	"unicode"

	"gateway/domain/text"
)

// plain returns a stranger's text in a form that is safe in a mail: one line in which no mail program finds
// an address to turn into a link. This is needed because a person can invite anybody from a client named
// after a web address, and the mail comes from us. Characters that would form an address are put in square
// brackets: evil[.]example, https[:]//, ani[@]example. An invisible character in between would not do: some
// programs drop it, and some treat it as part of the address.
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

// joiners join the parts of an address: the at sign, its full-width form, and the full stops that are
// equivalent in a host name.
const joiners = "@\uff20.\u3002\uff0e\uff61"
