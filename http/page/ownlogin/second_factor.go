package ownlogin

import (
	"html/template"
	"strings"

	"gateway/domain/words"
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
		page.Form{Hint: c.T(words.SureRemoveFactor), Action: "/security/totp/remove", Submit: c.T(words.RemoveFactor), Danger: true, Fields: fields},
	}
}

// beginFactor shows the secret of a new second factor, and asks for its first code.
func (l Login) beginFactor(c *page.Context) (page.Result, error) {
	begun, err := l.Logins.BeginTOTP(c, secrets(c, "current_password", "code"))
	if err != nil {
		return page.Result{}, err
	}
	if !strings.HasPrefix(begun.QR, "data:image/png;base64,") {
		begun.QR = ""
	}
	return page.Result{Title: words.SetUpFactor, Blocks: []page.Block{page.Columns{
		Left: []page.Block{
			page.Picture{Source: template.URL(begun.QR), Text: c.T(words.ScanFactor)}, //nolint:gosec // the API makes the picture
			page.Text{Title: c.T(words.FactorSecret), Text: begun.Secret, Once: c.T(words.CopyOnce)},
		},
		Right: []page.Block{confirmForm(c)},
	}}}, nil
}

func confirmForm(c *page.Context) page.Form {
	return page.Form{
		Title: c.T(words.ConfirmFactor), Hint: c.T(words.ConfirmHint), Action: "/security/confirm", Submit: c.T(words.Confirm),
		Fields: []page.Field{codeField(c)},
	}
}

// showConfirm asks for the code again if the first one was wrong.
func showConfirm(c *page.Context) ([]page.Block, error) { return []page.Block{confirmForm(c)}, nil }

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
