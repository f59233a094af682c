package portal

import (
	"gateway/domain/person"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var mailPages = []page.Page{
	{Path: "/mails", Group: "own_login", Section: words.AccountSection, Nav: words.MailsTitle, Show: showMails},
}

var mailActions = []page.Action{
	{Path: "/mails", Group: "own_login", Page: "/mails", Do: chooseMails},
}

// kindPrefix begins the name of the field of a kind.
const kindPrefix = "mail_"

func showMails(c *page.Context) ([]page.Block, error) {
	choices, err := api.GetMyMails(c)
	if err != nil {
		return nil, err
	}
	form := page.Form{Title: c.T(words.MailsTitle), Hint: c.T(words.MailsHint), Action: "/mails", Submit: c.T(words.Save)}
	for _, kind := range choices.Kinds {
		form.Fields = append(form.Fields, page.Field{
			Name: kindPrefix + kind.Kind, Label: c.Word(words.MailKinds, kind.Kind), Kind: "check", Value: page.Checked(kind.On),
		})
	}
	always := page.Notice{Text: c.T(words.MailsAlways), Tone: page.ToneQuiet}
	if len(choices.Kinds) == 0 {
		return []page.Block{page.Notice{Text: c.T(words.NoMailsOfYou), Tone: page.ToneQuiet}, always}, nil
	}
	form.Fields = append(form.Fields, page.Field{
		Name: "language", Label: c.T(words.MailLanguage), Value: choices.Language,
		Options: []page.Option{
			{Value: "", Text: c.T(words.BothLanguage)},
			{Value: person.LanguageIndonesian, Text: "Bahasa Indonesia"},
			{Value: person.LanguageEnglish, Text: "English"},
		},
	})
	return []page.Block{form, always}, nil
}

// chooseMails lists as off the kinds that the person saw and left unchecked, and as on those checked that come only on demand.
func chooseMails(c *page.Context) (page.Result, error) {
	off, on := []string{}, []string{}
	for _, n := range person.Notices() {
		switch checked := c.Field(kindPrefix+n.Kind) == page.Checked(true); {
		case !n.Gets(c.Who.Role):
		case !checked:
			off = append(off, n.Kind)
		case n.Asked:
			on = append(on, n.Kind)
		}
	}
	_, err := api.ChooseMyMails(c, page.Body{"off": off, "on": on, "language": c.Field("language")})
	return page.Result{To: "/mails", Done: "saved"}, err
}
