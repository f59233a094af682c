package mailer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/domain/mail"
	"gateway/domain/money"
	"gateway/domain/notice"
	"gateway/domain/person"
	"gateway/domain/pricing"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// part is the text of a mail in one language.
type part struct{ subject, body string }

// writeIn writes a mail in the language of its recipient. Without one it has both: Indonesian first.
func (w Writer) writeIn(m Message, kind string, data content) (Message, error) {
	languages := []string{person.LanguageIndonesian, person.LanguageEnglish}
	if slices.Contains(languages, data.Values[notice.ValueLanguage]) {
		languages = []string{data.Values[notice.ValueLanguage]}
	}
	var subjects, bodies []string
	listed := data.Items
	for _, language := range languages {
		data.Items = nil
		for _, item := range listed {
			data.Items = append(data.Items, w.itemIn(language, item))
		}
		one, err := written(kind+"."+language+".txt", data)
		if err != nil {
			return Message{}, err
		}
		if m.Unsubscribe != "" {
			one.body += "\n" + fmt.Sprintf(mailsOff[language], m.Unsubscribe) + "\n"
		}
		subjects, bodies = append(subjects, one.subject), append(bodies, one.body)
	}
	m.Subject, m.Text = strings.Join(subjects, " / "), strings.Join(bodies, "\n--\n\n")
	if len(languages) > 1 {
		m.Text = "(English below)\n\n" + m.Text
	}
	return m, nil
}

// mailsOff says how to switch a kind off.
var mailsOff = map[string]string{
	person.LanguageIndonesian: "Tidak mau e-mail seperti ini lagi: %s",
	person.LanguageEnglish:    "To get no more mails like this: %s",
}

// written executes a template, whose first line is the subject.
func written(name string, data content) (part, error) {
	var text strings.Builder
	if err := templates.ExecuteTemplate(&text, name, data); err != nil {
		return part{}, fmt.Errorf("text of a mail: %w", err)
	}
	subject, body, _ := strings.Cut(text.String(), "\n")
	return part{subject, strings.TrimLeft(body, "\n")}, nil
}

// items say in Indonesian and English what needs attention. What follows the word of an item takes the places, in order.
var items = map[string][2]string{
	notice.ItemPayoutFailed: {
		"%[4]s nomor %[2]s sebesar %[3]s gagal; uangnya kembali ke saldo",
		"the %[4]s no. %[2]s of %[3]s failed; the money is back in the balance",
	},
	notice.ItemPayoutReversed: {"%[4]s nomor %[2]s sebesar %[3]s dikembalikan oleh bank", "the bank sent back the %[4]s no. %[2]s of %[3]s"},
	notice.ItemRecovered: {
		"%[1]s diambil untuk utang lama yang pernah dihapus",
		"%[1]s was taken for an old debt that had been written off",
	},
	notice.ItemEndpoint: {"alamat callback nomor %[1]s tidak menerima kiriman", "the callback endpoint no. %[1]s takes no deliveries"},
	notice.ItemDispute: {
		"sengketa nomor %[1]s atas %[2]s: jawab paling lambat %[3]s",
		"dispute no. %[1]s about %[2]s: answer it until %[3]s",
	},
}

// payoutKinds are the kinds of payouts in Indonesian and English.
var payoutKinds = map[string][2]string{
	"withdrawal": {"penarikan dana", "withdrawal"}, "settlement": {"pencairan", "settlement"},
}

// itemIn says an item of an attention in a language.
func (w Writer) itemIn(language, item string) string {
	words := strings.Fields(item)
	if len(words) < 2 {
		return item
	}
	at := 0
	if language == person.LanguageEnglish {
		at = 1
	}
	said, ok := items[words[0]]
	if !ok {
		return item
	}
	args := make([]any, 0, len(words))
	for _, word := range words[1:] {
		args = append(args, w.said(word))
	}
	if kind, isPayout := payoutKinds[words[1]]; isPayout {
		args = append(args, kind[at])
	}
	return fmt.Sprintf(said[at], args...)
}

// said writes an amount as rupiah, a time in the zone of mails, and anything else as it is.
func (w Writer) said(word string) string {
	if at, err := time.Parse(time.RFC3339, word); err == nil {
		return at.In(w.Zone).Format(timeForm)
	}
	if strings.Contains(word, ".") {
		return inRupiah(word)
	}
	return word
}

// channelIn says in a language how a payment was made: by the name of the bank or the wallet, or else by the kind.
func channelIn(language, kind, code string) string {
	if channel, ok := pricing.Lookup(code); ok && channel.Kind != pricing.Invoice {
		return channel.Name
	}
	if said, ok := words.Channels[kind]; ok {
		return said.In(words.Language(language))
	}
	return code
}

const timeForm = "2006-01-02 15:04 MST"

// inRupiah writes an amount as people read it. A text that is no amount stays as it is.
func inRupiah(amount string) string {
	d, err := decimal.NewFromString(amount)
	if err != nil {
		return amount
	}
	return money.Rupiah(d)
}

// isListedByUs reports whether the items of a mail are of the gateway's own making.
func isListedByUs(kind string) bool { return kind == mail.KindAttention }
