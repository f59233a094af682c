package ownlogin

import (
	"html/template"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// factorBlocks shows what the person may do with the second factor.
func factorBlocks(c *page.Context) []page.Block {
	fields := []page.Field{
		{Name: "current_password", Label: c.T(words.PresentPassword), Kind: "password", Required: true, Complete: "current-password"},
	}
	if !c.Who.SecondFactor {
		return []page.Block{page.Form{
			Title: c.T(words.SecondFactor), Hint: c.T(words.SecondFactorOff), Action: "/security/totp", Submit: c.T(words.SetUpFactor),
			Fields: fields,
		}}
	}
	fields = append(fields, codeField(c))
	return []page.Block{
		page.Form{
			Title: c.T(words.SecondFactor), Hint: c.T(words.SecondFactorOn), Action: "/security/totp",
			Submit: c.T(words.ReplaceFactor), Fields: fields,
		},
		page.Form{
			Hint: c.T(words.SureRemoveFactor), Action: "/security/totp/remove", Submit: c.T(words.RemoveFactor), Danger: true,
			Fields: fields,
		},
	}
}

// beginFactor shows the secret of a new second factor, and asks for its first code.
func (l Login) beginFactor(c *page.Context) (page.Result, error) {
	begun, err := l.Logins.BeginTOTP(c, secrets(c, "current_password", "code"))
	if err != nil {
		return page.Result{}, err
	}
	return page.Result{Title: words.SetUpFactor, Blocks: []page.Block{enrolment(c, begun)}}, nil
}

// enrolment shows the secret of a new second factor, as a picture and as a text, and asks for its first code.
func enrolment(c *page.Context, begun api.Enrolment) page.Block {
	left := []page.Block{page.Text{Title: c.T(words.FactorSecret), Text: begun.Secret, Once: c.T(words.CopyOnce)}}
	if strings.HasPrefix(begun.QR, pictureBegins) {
		picture := page.Picture{Source: template.URL(begun.QR), Text: c.T(words.ScanFactor)} //nolint:gosec // a picture by its beginning
		left = append([]page.Block{picture}, left...)
	}
	form := confirmForm(c)
	form.Fields = append(form.Fields,
		page.Field{Name: secretField, Kind: "hidden", Value: begun.Secret}, page.Field{Name: pictureField, Kind: "hidden", Value: begun.QR})
	return page.Columns{Left: left, Right: []page.Block{form}}
}

// The fields with which the form of the first code keeps what the API shows once. Their names are those of secrets,
// so that no address gets them (Context.logInFirst).
const (
	secretField  = "factor_secret"
	pictureField = "secret_picture"
)

const pictureBegins = "data:image/png;base64,"

// secretLetters are those of base32, which a secret is written in.
const secretLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

func confirmForm(c *page.Context) page.Form {
	return page.Form{
		Title: c.T(words.ConfirmFactor), Hint: c.T(words.ConfirmHint), Action: "/security/confirm", Submit: c.T(words.Confirm),
		Fields: []page.Field{codeField(c)},
	}
}

// showConfirm asks for the code again if the first one was wrong. It shows the secret and its picture again, which the
// form has kept: the API does not tell them twice.
func showConfirm(c *page.Context) ([]page.Block, error) {
	kept := api.Enrolment{Secret: c.Field(secretField), QR: c.Field(pictureField)}
	if kept.Secret == "" || strings.Trim(kept.Secret, secretLetters) != "" {
		return []page.Block{confirmForm(c)}, nil
	}
	return []page.Block{enrolment(c, kept)}, nil
}

func (l Login) confirmFactor(c *page.Context) (page.Result, error) {
	confirmed, err := l.Logins.ConfirmTOTP(c, secrets(c, "code"))
	if err != nil {
		return page.Result{}, err
	}
	return page.Result{Title: words.RecoveryCodes, Blocks: []page.Block{
		page.Text{Text: strings.Join(confirmed.RecoveryCodes, "\n"), Once: c.T(words.RecoveryHint)},
		page.Links{Main: true, Links: []page.Link{{Text: c.T(words.CopiedGoOn), Path: c.Link("/security")}}},
	}}, nil
}

func (l Login) removeFactor(c *page.Context) (page.Result, error) {
	return page.Result{To: "/security", Done: "removed"}, l.Logins.RemoveTOTP(c, secrets(c, "current_password", "code"))
}
