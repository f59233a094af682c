package linkpage

import (
	"context"
	"net/http"

	"gateway/domain/words"
	"gateway/http/page"
)

// Choices switches kinds of mails off. accountservice.Accounts implements it. Each method refuses a token that is none.
type Choices interface {
	CheckMailsOff(token string) (kind string, err error)
	SwitchMailsOff(ctx context.Context, token string) error
}

// MailsOff is the page on which a person switches off a kind of mails. Mail programs with a button of their own send the
// POST of RFC 8058 to the same address.
func (p Pages) MailsOff(choices Choices) Surface {
	return Surface{
		site: p.site, path: "/mails-off",
		ask: func(v *visit) {
			kind, err := choices.CheckMailsOff(v.token)
			if err != nil {
				v.fail(words.MailsOff, words.MailsOffInvalid, err)
				return
			}
			ask := page.Notice{Text: v.T(words.MailsOffAsk, v.Word(words.MailKinds, kind)), Tone: page.ToneQuiet}
			v.Answer(http.StatusOK, words.MailsOff, ask, v.form(words.MailsOff))
		},
		do: func(v *visit) {
			if err := choices.SwitchMailsOff(v.gin.Request.Context(), v.token); err != nil {
				v.fail(words.MailsOff, words.MailsOffInvalid, err)
				return
			}
			v.Answer(http.StatusOK, words.MailsOff, v.says(words.MailsOffDone, page.ToneGood), v.leads(words.MailsTitle, "/mails"))
		},
	}
}
