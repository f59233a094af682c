package portal

import (
	"strconv"
	"strings"

	"gateway/domain/bank"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/clientrows"
)

var profilePages = []page.Page{
	{Path: "/profile", Group: "read_account", Section: words.AccountSection, Nav: words.Profile, Show: showProfile},
}

var profileActions = []page.Action{
	{Path: "/profile", Group: "manage_account", Page: "/profile", Do: saveProfile},
}

func showProfile(c *page.Context) ([]page.Block, error) {
	client, err := api.GetAccount(c)
	if err != nil {
		return nil, err
	}
	details := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.ClientCode), Value: page.ID(client.Code)},
		{Label: c.T(words.ClientNumber), Value: page.ID(strconv.FormatInt(client.ID, 10))},
		{Label: c.T(words.Status), Value: c.State(client.Status)},
		{Label: c.T(words.AutoApproval), Value: c.Flag(client.IsAutoApproveWithdrawal)},
	}}
	if !c.May("manage_account") {
		for _, f := range profileFields(c, client, page.Field{Name: "bank", Label: c.T(words.Bank)}) {
			details.Pairs = append(details.Pairs, page.Pair{Label: f.Label, Value: page.Plain(f.Value)})
		}
		return []page.Block{details}, nil
	}
	banks, err := bankField(c, words.NoBankChosen)
	if err != nil {
		return nil, err
	}
	form := page.Form{
		Title: c.T(words.Profile), Hint: c.T(words.ProfileHint), Action: "/profile", Submit: c.T(words.ProfileSaved),
		Fields: profileFields(c, client, banks),
	}
	return []page.Block{page.Columns{Left: []page.Block{form}, Right: []page.Block{details}}}, nil
}

// profileFields are the fields that the client may change.
func profileFields(c *page.Context, client clientrows.Client, atBank page.Field) []page.Field {
	atBank.Value = client.Bank
	return []page.Field{
		{Name: "nama", Label: c.T(words.BusinessName), Value: client.Name, Required: true, Complete: "organization"},
		{Name: "email", Label: c.T(words.Email), Value: client.Email, Kind: "email", Required: true, Complete: "email"},
		atBank,
		{Name: "norek", Label: c.T(words.Account), Value: client.AccountNumber, Numeric: true},
		{Name: "alamat", Label: c.T(words.BusinessAddress), Value: client.Address, Complete: "street-address"},
		{Name: "pic", Label: c.T(words.ContactName), Value: client.ContactName, Complete: "name"},
		{Name: "no_telp_pic", Label: c.T(words.ContactPhone), Value: client.ContactPhone, Complete: "tel"},
		{Name: "email_pic", Label: c.T(words.ContactEmail), Value: client.ContactEmail, Kind: "email"},
	}
}

// saveProfile sends only what differs from the profile, so that an unchanged form changes nothing. If the bank
// account changed, it sends both of its fields.
func saveProfile(c *page.Context) (page.Result, error) {
	client, err := api.GetAccount(c)
	if err != nil {
		return page.Result{}, err
	}
	body := page.Body{}
	for _, f := range profileFields(c, client, page.Field{Name: "bank", Label: c.T(words.Bank)}) {
		if text := strings.TrimSpace(c.Field(f.Name)); c.Posted.Has(f.Name) && text != f.Value {
			body[f.Name] = text
		}
	}
	if typed, ok := body["bank"].(string); ok {
		known, found := bank.Find(typed)
		if !found && typed != "" {
			return page.Result{}, page.WrongField("bank", "must be one of the list")
		}
		body["bank"] = known.Code
		body["norek"] = strings.TrimSpace(c.Field("norek"))
	} else if _, ok := body["norek"]; ok {
		body["bank"] = strings.TrimSpace(c.Field("bank"))
	}
	_, err = api.UpdateAccount(c, body)
	return page.Result{To: "/profile", Done: "saved"}, err
}
