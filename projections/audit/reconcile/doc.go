// Package reconcile compares the provider's books with the log, in two ways.
//
// The equation (Equation) covers all time: the balance that the provider reports must be what the log says it
// should be, to the rupiah.
//
// The comparison (Compare) matches the bookings of a period in both directions: payments, payouts, money
// taken back, fees, and our own money. Each difference states its effect on the equation, so that the
// differences explain an equation that does not hold.
//
// A connection whose provider lists no bookings has the equation alone (Unlisted). Its settlement files say what the
// provider settled, so it shows what waits for one, and how much of the fees is estimated until then.
//
// The package only reports differences; it corrects none.
package reconcile
