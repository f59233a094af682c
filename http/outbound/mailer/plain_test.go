package mailer

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/domain/endpoint"
	"gateway/domain/mail"
	"gateway/domain/person"
)

func TestATextOfAStrangerHasNoAddressThatIsALink(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"Toko Sari":                           "Toko Sari",
		"PT. Maju Jaya, Tbk.":                 "PT. Maju Jaya, Tbk.",
		"Warung: kopi":                        "Warung: kopi",
		"2026-03-01 12:30 WIB":                "2026-03-01 12:30 WIB",
		"tokopedia.com":                       "tokopedia[.]com",
		"Menang! https://evil.example/x?a=b ": "Menang! https[:]//evil[.]example/x?a=b ",
		"www.evil.example":                    "www[.]evil[.]example",
		"http://10.0.0.7/":                    "http[:]//10[.]0[.]0[.]7/",
		"mailto:ani@evil.example":             "mailto[:]ani[@]evil[.]example",
		"evil\u3002example":                   "evil[\u3002]example",
		"evil\uff0eexample":                   "evil[\uff0e]example",
		"a\r\nBcc: b\n\nhttps://x.id":         "a  Bcc: b  https[:]//x[.]id",
		"a\u202eb\u009bc":                     "abc",
		".":                                   ".",
		"":                                    "",
	} {
		if got := plain(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

// linked matches what mail programs turn into links: a scheme with slashes, a mail address, or a host with a
// dot inside.
var linked = regexp.MustCompile(`(?i)[a-z]+://\S|[\p{L}\p{N}.]@[\p{L}\p{N}]|[\p{L}\p{N}]\.[\p{L}]{2,}`)

func TestNoMailHasALinkButOurOwn(t *testing.T) {
	t.Parallel()
	const hostile = "Menang https://evil.example/ www.evil.id ani@evil.example\nBuka: http://evil.example"
	w := Writer{Links: links, Zone: time.UTC}
	for name, asker := range map[string]mail.Asker{
		"an invitation":      person.Invited{ClientID: 7, PersonID: 9, Email: "ani@example.com", Role: hostile, ClientName: hostile, Number: 2},
		"a failing endpoint": endpoint.Failing{ClientID: 7, EndpointID: 1, Email: "ani@example.com", Host: "evil.example", Error: hostile},
	} {
		m, err := w.Write(row(t, asker))
		if err != nil {
			t.Fatal(err)
		}
		own := strings.NewReplacer(links.Page(asker.Mails()[0].Link), "", links.URL, "").Replace(m.Text)
		if found := linked.FindAllString(own, -1); len(found) > 0 || strings.Contains(m.Text, "evil.") {
			t.Errorf("%s has the links %q:\n%s", name, found, m.Text)
		}
		if strings.Contains(m.Subject, "evil") {
			t.Errorf("%s has the subject %q", name, m.Subject)
		}
	}
}
