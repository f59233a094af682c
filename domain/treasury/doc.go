// Package treasury books the gateway's own money: what administrators enter (Enter), and
// the provider's fees (BookFee). No client's balance is involved.
//
// An entry's stream is named by its reference, and a fee's by its booking at the provider.
// So the append that begins the stream is also the proof that the reference, or the
// booking, was not used before: two administrators, or two leaders, can't book the same
// thing twice, and no state grows with the number of entries. The only errors are
// *domain.Refusal.
package treasury
