package portal

import (
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
)

// howToPay shows what the customer needs to pay an open payment; nil if there is nothing to pay.
func howToPay(c *page.Context, p paymentrows.SingleTransaction) ([]page.Block, error) {
	pay := page.Details{Title: c.T(words.HowToPay)}
	var extra []page.Block
	switch {
	case p.VANumber != nil:
		bank := ""
		if p.BankCode != nil {
			bank = *p.BankCode
		}
		pay.Pairs = []page.Pair{{Label: c.T(words.TransferTo, bank), Value: page.ID(*p.VANumber)}}
	case p.QRString != nil:
		picture, err := page.QR(*p.QRString, c.T(words.ScanToPay))
		if err != nil {
			return nil, err
		}
		extra = []page.Block{picture, page.Text{Title: c.T(words.QRText), Text: *p.QRString}}
	case p.InvoiceURL != nil && *p.InvoiceURL != "":
		extra = linkToPay(c, words.OpenInvoice, *p.InvoiceURL)
	case p.PayURL != nil && *p.PayURL != "":
		extra = linkToPay(c, words.OpenWallet, *p.PayURL)
	case p.Deeplink != nil && *p.Deeplink != "":
		extra = linkToPay(c, words.OpenWallet, *p.Deeplink)
	default:
		return nil, nil
	}
	pay.Pairs = append(pay.Pairs, page.Pair{Label: c.T(words.Amount), Value: page.Rupiah(p.Total)},
		page.Pair{Label: c.T(words.PayBefore), Value: c.TimeOr(p.ExpiresAt)})
	return append([]page.Block{pay}, extra...), nil
}

func linkToPay(c *page.Context, text words.Text, address string) []page.Block {
	return []page.Block{
		page.Links{Main: true, Links: []page.Link{{Text: c.T(text), Path: address}}},
		page.Text{Title: c.T(words.SendLinkToPay), Text: address},
	}
}
