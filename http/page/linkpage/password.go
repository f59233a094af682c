package linkpage

import (
	"context"
	"errors"
	"net/http"

	"gateway/domain"
	"gateway/domain/words"
	"gateway/http/page"
)

// Passwords sets passwords with the tokens of links. accountservice.Accounts implements it.
type Passwords interface {
	// CheckLink refuses a token that does not work.
	CheckLink(ctx context.Context, token string) error
	// SetPassword uses up the link. The person sees its refusals.
	SetPassword(ctx context.Context, token, password string) error
}

// Passwords is the page on which a person chooses a password. Opening it does not use up the link.
func (p Pages) Passwords(passwords Passwords) Surface {
	return Surface{
		site: p.site, path: "/password",
		ask: func(v *visit) {
			if err := passwords.CheckLink(v.gin.Request.Context(), v.token); err != nil {
				v.failPassword(false, err)
				return
			}
			v.askPassword(http.StatusOK, true, words.Text{})
		},
		do: func(v *visit) {
			password := v.Field("password")
			if password != v.Field("again") {
				v.askPassword(http.StatusBadRequest, true, words.PasswordsDiffer)
				return
			}
			if err := passwords.SetPassword(v.gin.Request.Context(), v.token, password); err != nil {
				v.failPassword(true, err)
				return
			}
			v.Answer(http.StatusOK, words.NewPassword, v.says(words.PasswordSaved, page.ToneGood), v.leads(words.LogIn, "/login"))
		},
	}
}

// problems are the texts for the refusals of a password by their codes.
var problems = map[string]words.Text{
	"link_invalid": words.PasswordLinkEnded,
	"email_taken":  words.PasswordEmailTaken,
}

// failPassword shows why it did not work. The form stays if there was one, and another attempt with this token may work.
func (v *visit) failPassword(form bool, err error) {
	var refusal *domain.Refusal
	switch {
	case !errors.As(err, &refusal):
		_ = v.gin.Error(err) // for the log
		v.askPassword(http.StatusInternalServerError, form, words.BrokenTryAgain)
	case refusal.Code == "invalid_field":
		v.askPassword(http.StatusBadRequest, form, words.PasswordLength)
	default:
		text, known := problems[refusal.Code]
		if !known {
			text = words.BrokenTryAgain
		}
		v.askPassword(http.StatusBadRequest, false, text)
	}
}

// askPassword writes the page with a problem, if there is one, and with the form, if it is wanted.
func (v *visit) askPassword(status int, form bool, problem words.Text) {
	var blocks []page.Block
	if problem != (words.Text{}) {
		blocks = append(blocks, v.says(problem, page.ToneBad))
	}
	if form && v.token != "" {
		blocks = append(blocks, v.form(words.SavePassword,
			page.Field{
				Name: "password", Label: v.T(words.NewPassword), Kind: "password", Hint: v.T(words.PasswordHint), Required: true,
				Complete: "new-password",
			},
			page.Field{Name: "again", Label: v.T(words.PasswordAgain), Kind: "password", Required: true, Complete: "new-password"}))
	}
	v.Answer(status, words.NewPassword, blocks...)
}
