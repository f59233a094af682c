package stage

import (
	"net/http"
	"time"

	"gateway/domain/settlementfile"
	"gateway/http/simulator/snapsimulator"
	"gateway/projections/sheet"
)

// getSettlementFile settles what customers of a company without a list of bookings paid, and answers with all bookings of
// the connection as a settlement file.
func (s *Stage) getSettlementFile(w http.ResponseWriter, r *http.Request) {
	c, ok := s.find(r.PathValue("connection"))
	if !ok || c.SNAP == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="settlement-`+c.Name+`.csv"`)
	out := sheet.NewWriter(w)
	_ = out.Write(settlementfile.Columns()) // an error is one of the connection, and Flush keeps it
	for _, booked := range c.SNAP.Settle() {
		_ = out.Write(rowOf(booked))
	}
	if out.Flush(); out.Error() != nil {
		s.log.WithError(out.Error()).Warn("a simulated settlement file was not sent")
	}
}

// rowOf returns the cells of settlementfile.Columns.
func rowOf(b snapsimulator.Settled) []string {
	kind, settledAt := settlementfile.Payout, ""
	switch {
	case b.Payment:
		kind, settledAt = settlementfile.Payment, b.SettledAt.Format(time.RFC3339Nano)
	case b.Refund:
		kind = settlementfile.Refund
	case b.Returned:
		kind = settlementfile.PayoutReturned
	}
	return []string{
		b.ID, kind, b.Reference, b.ProviderID, "", b.Amount.String(), b.Fee.String(), b.VAT.String(), b.At.Format(time.RFC3339Nano), settledAt,
	}
}
