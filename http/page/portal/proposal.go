package portal

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

func showProposal(c *page.Context) ([]page.Block, error) {
	return []page.Block{page.Form{
		Hint: c.T(words.ProposalHint), Action: "/proposals/new", Submit: c.T(words.SendProposal),
		Fields: []page.Field{
			{Name: "nama", Label: c.T(words.Name), Required: true, Complete: "name"},
			{Name: "perusahaan", Label: c.T(words.Company), Complete: "organization"},
			{Name: "email", Label: c.T(words.Email), Kind: "email", Required: true, Value: c.Who.Email, Complete: "email"},
			{Name: "whatsapp", Label: c.T(words.WhatsApp), Complete: "tel"},
			{Name: "deskripsi", Label: c.T(words.ProposalSubject), Kind: "area", Required: true},
		},
	}}, nil
}

func sendProposal(c *page.Context) (page.Result, error) {
	body := page.Body{}.Texts(c, "nama", "perusahaan", "email", "whatsapp", "deskripsi")
	_, err := api.SubmitProposal(c, body)
	return page.Result{To: "/proposals/new", Done: "sent"}, err
}
