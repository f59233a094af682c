package merchantapi

import (
	"context"

	"gateway/domain"
	"gateway/domain/tax"
	"gateway/http/api/envelope"
	"gateway/http/service/taxservice"
)

func parseTaxData(body []byte) (tax.Data, error) {
	r, err := envelope.Parse[TaxDataRequest](body)
	data, wrong := tax.Data{Name: r.Name, NPWP: r.Npwp, NIK: r.Nik, NITKU: r.Nitku, Address: r.Address, Email: r.Email}.Normalized()
	return data, domain.Together(err, wrong)
}

func (a *API) feeInvoice(ctx context.Context, client int64, month TaxPeriod) (taxservice.Invoice, error) {
	return a.Tax.Invoice(ctx, month, client)
}
