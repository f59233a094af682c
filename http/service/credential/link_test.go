package credential_test

import (
	"strings"
	"testing"

	"gateway/domain/mail"
	"gateway/domain/secret"
	"gateway/http/service/credential"
)

func TestATokenIsGoodForItsOwnLinkOnly(t *testing.T) {
	t.Parallel()
	links := credential.Links{Masters: secret.NewRing("master"), URL: "https://pay.example.com"}
	link := mail.Link{Purpose: mail.PurposeReset, ClientID: 7, PersonID: 9, Number: 3}
	token := links.Token(link)
	if got, err := links.Read(token); err != nil || got != link {
		t.Fatalf("%+v, %v", got, err)
	}
	if page := links.Page(link); page != "https://pay.example.com/portal/password?token="+token {
		t.Errorf("the page is %s", page)
	}
	fields, mac, _ := strings.Cut(token, ".")
	other := link
	other.PersonID = 10
	otherFields, _, _ := strings.Cut(links.Token(other), ".")
	elsewhere := credential.Links{Masters: secret.NewRing("another master")}
	for name, forged := range map[string]string{
		"empty": "", "no MAC": fields, "another's fields": otherFields + "." + mac, "another master secret": elsewhere.Token(link),
		"longer": token + "A", "a MAC of something else": fields + "." + strings.Repeat("A", len(mac)), "not base64": "!." + mac,
	} {
		if got, err := links.Read(forged); codeOf(err) != "link_invalid" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
