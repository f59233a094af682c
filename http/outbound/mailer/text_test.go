package mailer

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/domain/secret"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/mailrows"
)

var links = credential.Links{Masters: secret.NewRing("master"), URL: "https://pay.example.com"}

// row returns the first mail that an event requests, as a row of the read model.
func row(t *testing.T, asker mail.Asker) mailrows.Mail {
	t.Helper()
	m := asker.Mails()[0]
	values, err := json.Marshal(m.Values)
	if err != nil {
		t.Fatal(err)
	}
	link, err := json.Marshal(m.Link)
	if err != nil {
		t.Fatal(err)
	}
	return mailrows.Mail{ID: "ml_1", Kind: m.Kind, Recipient: m.To, Values: values, Link: link, Until: m.Until}
}

func TestAMailSaysInTwoLanguagesWhatItsLinkIsGoodFor(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 3, 1, 5, 30, 0, 0, time.UTC)
	w := Writer{Links: links, Zone: time.FixedZone("WIB", 7*3600)}
	for subject, asker := range map[string]mail.Asker{
		"Undangan / Invitation": person.Invited{
			ClientID: 7, PersonID: 9, Email: "ani@example.com", Role: "finance", ClientName: "Toko <Maju>", Number: 2, ExpiresAt: until,
		},
		"Kata sandi baru / New password": person.ResetRequested{ClientID: 7, PersonID: 9, To: "ani@example.com", Number: 2, ExpiresAt: until},
		"Akun Anda diubah / Your account was changed": account.AutoApprovalPaused{
			ClientID: 7, Number: 1, Changed: []string{"norek", "email"}, Before: account.Secured{Email: "ani@example.com"}, Until: until,
		},
	} {
		got, err := w.Write(row(t, asker))
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != "ml_1" || got.To != "ani@example.com" || got.Subject != subject {
			t.Errorf("%+v", got)
		}
		if got.Subject == "Akun Anda diubah / Your account was changed" {
			if strings.Count(got.Text, "norek, email") != 2 || strings.Count(got.Text, "\n"+links.Page(asker.Mails()[0].Link)+"\n") != 2 {
				t.Errorf("the change or its link is not said twice:\n%s", got.Text)
			}
			continue
		}
		url := links.Page(asker.Mails()[0].Link)
		if strings.Count(got.Text, "\n"+url+"\n") != 2 || strings.Count(got.Text, "2026-03-01 12:30 WIB") != 2 {
			t.Errorf("the link %s and its end are not said twice:\n%s", url, got.Text)
		}
		if strings.Contains(subject, "Invitation") && strings.Count(got.Text, "Toko <Maju> (no. 7)") != 2 {
			t.Errorf("the merchant is not named twice:\n%s", got.Text)
		}
		if strings.Contains(got.Text, "no value") || strings.HasPrefix(got.Text, "\n") {
			t.Errorf("the text has a gap:\n%s", got.Text)
		}
	}
}

func TestAKindWithoutATextIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := (Writer{Zone: time.UTC}).Write(mailrows.Mail{Kind: "postcard", Link: []byte(`{}`), Values: []byte(`{}`)}); err == nil {
		t.Error("a mail without a text was written")
	}
}
