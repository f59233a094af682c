package mailer

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/domain/brand"
	"gateway/domain/endpoint"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/person"
)

var tag = regexp.MustCompile(`<[^>]*>`)

func TestBothPartsOfAMailSayTheSame(t *testing.T) {
	t.Parallel()
	const hostile = `Toko <script>alert(1)</script> "><img src=x> https://evil.example/ & 'ani'`
	w := Writer{
		Links: links, Zone: time.FixedZone("WIB", 7*3600), Sandbox: true,
		Brand: brand.Brand{Name: "Bayarin & Co", Contact: "halo@bayarin.example", Legal: "PT <Bayarin>", Colour: "#0f6a3d"},
	}
	for name, asker := range map[string]mail.Asker{
		"an invitation":      person.Invited{ClientID: 7, PersonID: 9, Email: "ani@example.com", Role: person.RoleFinance, ClientName: hostile, Number: 2},
		"a failing endpoint": endpoint.Failing{ClientID: 7, EndpointID: 1, Email: "ani@example.com", Host: "evil.example", Error: hostile},
		"an attention": notice.Given{ClientID: 7, Kind: mail.KindAttention, Recipients: []notice.Recipient{{
			PersonID: 9, Email: "ani@example.com", Items: []string{"payout_failed withdrawal 4 150000.50", "endpoint_failing 3"},
		}}},
		"a receipt": notice.Given{ClientID: 7, Kind: mail.KindReceipt, Recipients: []notice.Recipient{{PersonID: 9, Email: "ani@example.com"}}, Values: map[string]string{
			"amount": "100000.00", "channel": "va", "channel_code": "BCA", "external_id": "<b>" + hostile, "fee": "4000.00", "net": "95560.00",
			"paid_at": "2026-03-01T05:30:00Z", "transaction_id": "INV-1-9", "vat": "440.00",
		}},
	} {
		m, err := w.Write(row(t, asker))
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(m.Text, "\n-- \n")
		if !strings.Contains(saidHTML(m.HTML), strings.Join(strings.Fields(text), " ")) {
			t.Errorf("%s: the HTML says other than the text:\n%s\n%s", name, saidHTML(m.HTML), strings.Join(strings.Fields(text), " "))
		}
		for _, part := range []string{"border-top:4px solid #0f6a3d", "<p><strong>Sandbox</strong></p>", "Bayarin &amp; Co", "halo@bayarin.example", "PT &lt;Bayarin&gt;"} {
			if !strings.Contains(m.HTML, part) {
				t.Errorf("%s: the HTML lacks %s:\n%s", name, part, m.HTML)
			}
		}
		for _, never := range []string{"<script", "<img", "url(", "<b>", "@import", "<link"} {
			if strings.Contains(m.HTML, never) {
				t.Errorf("%s: the HTML has %s:\n%s", name, never, m.HTML)
			}
		}
		for _, one := range tag.FindAllString(m.HTML, -1) {
			if strings.Contains(one, "src") {
				t.Errorf("%s: the HTML has the tag %s", name, one)
			}
		}
		for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(m.HTML, -1) {
			if address := html.UnescapeString(link[1]); !strings.HasPrefix(address, links.URL+"/") || !strings.Contains(m.Text, address) {
				t.Errorf("%s: a link to %s", name, address)
			}
		}
		if strings.Contains(m.Text, links.URL+"/") && !strings.Contains(m.HTML, `<a href="`+links.URL) {
			t.Errorf("%s: the HTML has no link", name)
		}
	}
}

// saidHTML returns the words of the HTML as a reader sees them: tags without a gap, texts of people unescaped.
func saidHTML(text string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(text, ""))), " ")
}
