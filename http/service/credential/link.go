package credential

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"

	"gateway/domain"
	"gateway/domain/mail"
	"gateway/domain/secret"
)

// Links derives the tokens of links in mails, and reads them back. A token contains the link's fields and a
// MAC of them, so none is stored. The domain decides whether a link was used or has expired.
type Links struct {
	Masters secret.Ring
	// URL is the public base URL of the gateway, without a trailing slash.
	URL string
}

// pages are the paths of the pages that links lead to, by purpose of the link.
var pages = map[string]string{
	mail.PurposeInvitation: "/portal/password",
	mail.PurposeReset:      "/portal/password",
	mail.PurposeUndo:       "/portal/undo",
	mail.PurposeMailsOff:   "/portal/mails-off",
}

// ErrLinkInvalid refuses an invalid link, like the refusal of package person.
var ErrLinkInvalid = domain.Refuse(domain.Invalid, "link_invalid",
	"the link was used already, has expired, or is not whole: ask for a new one")

// Token returns the token of a link, which is safe in a URL.
func (l Links) Token(link mail.Link) string { return token(link, l.Masters.Current()) }

func token(link mail.Link, master secret.Master) string {
	fields := fmt.Sprintf("%s.%d.%d.%d", link.Purpose, link.ClientID, link.PersonID, link.Number)
	return base64.RawURLEncoding.EncodeToString([]byte(fields)) + "." + base64.RawURLEncoding.EncodeToString(mac(fields, master))
}

// Page returns the address of the page that the link leads to.
func (l Links) Page(link mail.Link) string {
	return l.URL + pages[link.Purpose] + "?token=" + url.QueryEscape(l.Token(link))
}

// Read returns the link of a token. It refuses a text that is not a token with link_invalid.
func (l Links) Read(text string) (mail.Link, error) {
	encoded, _, _ := strings.Cut(text, ".")
	fields, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil {
		return mail.Link{}, ErrLinkInvalid
	}
	purpose, numbers, _ := strings.Cut(string(fields), ".")
	link := mail.Link{Purpose: purpose}
	if _, err := fmt.Sscanf(numbers, "%d.%d.%d", &link.ClientID, &link.PersonID, &link.Number); err != nil {
		return mail.Link{}, ErrLinkInvalid
	}
	for _, master := range l.Masters.All() {
		// The whole token is compared, so no variant of it is accepted.
		if hmac.Equal([]byte(token(link, master)), []byte(text)) {
			return link, nil
		}
	}
	return mail.Link{}, ErrLinkInvalid
}

func mac(fields string, master secret.Master) []byte {
	mac := hmac.New(sha256.New, master.Bytes)
	mac.Write([]byte("link:" + fields))
	return mac.Sum(nil)
}
