package adminapi

import (
	"context"
	"io"

	"gateway/domain"
	"gateway/domain/tax"
	"gateway/http/api/envelope"
	"gateway/http/service/taxservice"

	"github.com/gin-gonic/gin"
)

const contentXML = "application/xml; charset=utf-8"

func parseExemption(body []byte) (tax.Exemption, error) {
	r, err := envelope.Parse[TaxExemption](body)
	exemption := tax.Exemption{From: r.ExemptFrom, Paper: r.ExemptionPaper}
	switch {
	case err != nil:
		return exemption, err
	case r.Exempt && r.ExemptFrom == "":
		return exemption, domain.InvalidField("exempt_from", "is required")
	case !r.Exempt && r.ExemptFrom != "":
		return exemption, domain.InvalidField("exempt_from", "goes without the end of the exemption")
	}
	return exemption, exemption.Check()
}

func parseTaxApprovals(body []byte) ([]taxservice.Approval, error) {
	r, err := envelope.Parse[TaxApprovals](body)
	if err != nil {
		return nil, err
	}
	if (len(r.Approvals) == 0) == (r.Csv == "") {
		return nil, domain.InvalidField("approvals", "goes without csv, and one of both is required")
	}
	if r.Csv != "" {
		return taxservice.ParseApprovals(r.Csv)
	}
	list := make([]taxservice.Approval, len(r.Approvals))
	for i, a := range r.Approvals {
		list[i] = taxservice.Approval{Number: a.Number, TaxNumber: a.TaxNumber}
	}
	return list, nil
}

// getTaxMonth answers with the figures of a closed month and a page of its fee invoices.
func (a *Admin) getTaxMonth(c *gin.Context, month TaxPeriod, params GetTaxMonthParams) {
	m, err := a.Tax.Month(c.Request.Context(), month)
	total, offset := int64(len(m.Invoices)), int64(params.Page-1)*int64(params.PerPage)
	m.Invoices = m.Invoices[min(total, offset):min(total, offset+int64(params.PerPage))]
	envelope.RespondList(c, m, params.Shown(), total, err)
}

func (a *Admin) getTaxInvoice(c *gin.Context, month TaxPeriod, client int64) {
	invoice, err := a.Tax.Invoice(c.Request.Context(), month, client)
	envelope.Respond(c, invoice, err)
}

// getCoretaxFile answers with a file for the tax office.
func (a *Admin) getCoretaxFile(c *gin.Context, month TaxPeriod, params GetCoretaxFileParams) {
	part := int(params.Part)
	file, err := a.Tax.Coretax(c.Request.Context(), month, part)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Download(c, taxservice.FileName(month, part), contentXML, func(out io.Writer) error {
		_, err := out.Write(file)
		return err
	})
}

func (a *Admin) approveTax(ctx context.Context, month TaxPeriod, list []taxservice.Approval) (taxservice.Month, error) {
	return a.Tax.Approve(ctx, month, list)
}

func (a *Admin) rejectTaxFile(ctx context.Context, month TaxPeriod, r TaxRejection) (taxservice.Month, error) {
	return a.Tax.Reject(ctx, month, int(r.Part), r.Reason)
}
