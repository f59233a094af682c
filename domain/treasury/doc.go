// Package treasury books the gateway's own money: what administrators enter (Enter), the provider's fees (BookFee),
// and where the provider does not list them, estimates of these (Estimate, BookEstimated). It changes no client's balance.
//
// An entry's stream is named by its reference, and a fee's stream by the booking at the provider. So the
// append that begins the stream also proves that the reference, or the booking, was not used before: two
// administrators, or two leaders, can't book the same thing twice, and no state grows with the number of
// entries. The only errors are *domain.Refusal.
package treasury
