package simulation

import (
	"context"
	"fmt"
	"time"

	"gateway/domain/period"
	"gateway/domain/tax"
	"gateway/http/service/taxservice"
)

// changeTaxData acts as staff who enter the tax data of a client.
func (w *world) changeTaxData(p *process, c *client) {
	data := tax.Data{Name: "PT Toko", NPWP: fmt.Sprintf("0123456789%06d", c.id), Address: "Bandung"}
	w.act(p, "admin:1", fmt.Sprint("tax data of client ", c.id), func(ctx context.Context) error {
		_, err := p.keep.tax.ChangeData(ctx, c.id, data)
		return err
	})
}

// invoiceWork acts as an administrator who exports the invoices of a month, or imports the numbers of the tax office.
func (w *world) invoiceWork(p *process) {
	m := w.overMonth()
	if w.chance(2) {
		w.exportInvoices(p, m)
		return
	}
	w.approveInvoices(p, m)
}

func (w *world) exportInvoices(p *process, m period.Month) {
	w.act(p, "admin:1", "export the invoices of "+m.Name, func(ctx context.Context) error {
		_, err := p.keep.tax.Export(ctx, m.Name)
		return err
	})
}

// approveInvoices imports an answer of the tax office. Now and then it is of another code, or names a document twice.
func (w *world) approveInvoices(p *process, m period.Month) {
	w.books.approvals++
	number := fmt.Sprintf("%012d", w.books.approvals)
	w.act(p, "admin:1", "approve the invoices of "+m.Name, func(ctx context.Context) error {
		month, err := p.keep.tax.Month(ctx, m.Name)
		if err != nil {
			return err
		}
		var answer []taxservice.Approval
		for _, i := range month.Invoices {
			for _, d := range i.Documents {
				if i.Status == tax.StatusDraft || w.chance(3) {
					continue
				}
				code := d.Code
				if w.chance(8) {
					code = "07"
				}
				answer = append(answer, taxservice.Approval{Number: d.Number, TaxNumber: fmt.Sprint(code, number, len(answer)+100)})
			}
		}
		_, err = p.keep.tax.Approve(ctx, m.Name, answer)
		return err
	})
}

// exempt acts as staff who free the fees of a client from VAT, or end that.
func (w *world) exempt(p *process) {
	c := w.clients[w.random.IntN(len(w.clients))]
	e := tax.Exemption{Paper: "SKB-1"}
	if !w.chance(3) {
		e.From = wib.DayOf(time.Now().Add(time.Duration(w.random.IntN(72)-36) * time.Hour))
	}
	w.act(p, "admin:1", fmt.Sprintf("client %d is exempt from %q on", c.id, e.From), func(ctx context.Context) error {
		_, err := p.keep.tax.SetExemption(ctx, c.id, e)
		return err
	})
}
