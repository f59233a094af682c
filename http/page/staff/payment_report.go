package staff

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
)

var paymentReportPages = []page.Page{
	{Path: "/payment-reports", Group: "read", Section: words.WorkSection, Nav: words.PaymentReports, Table: listPaymentReports},
}

// listPaymentReports lists doubtful notifications about money. Each links to its payment.
func listPaymentReports(c *page.Context) (*page.Table, error) {
	query := c.Filter("trouble")
	query.Set("per_page", "50")
	list, err := api.ListPaymentReports(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.Transaction, words.Client, words.Channel, words.Status, words.Amount, words.ProviderPayment),
		Filters: []page.Field{{
			Name: "trouble", Label: c.T(words.Trouble),
			Options: c.Choices(words.States, paymentrows.TroubleWaiting, payoutrows.TroubleContradicted),
		}},
		Total: list.Total, After: list.Next, Empty: c.T(words.PaymentReportsEmpty),
	}
	for _, r := range list.Data {
		state := c.State(paymentrows.TroubleWaiting)
		if r.Contradiction != "" {
			state = c.State(payoutrows.TroubleContradicted)
		}
		t.Add(c.Time(r.At), page.ID(r.TransactionID).To(transactionPath(c, r.TransactionID)), clientCell(c, r.ClientID, r.ClientName),
			page.Plain(c.Word(words.Channels, r.Channel)), state, page.Rupiah(r.PaidAmount), page.ID(r.ProviderPaymentID))
	}
	return withNames(c, t, list.Data, func(r paymentrows.PaymentReport) string { return r.ClientName }), nil
}
