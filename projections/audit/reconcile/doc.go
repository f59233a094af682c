// Package reconcile compares the provider's books with the log, in two ways.
//
// The equation (Equation) holds of all time: the money at the provider, which it tells, is
// what the log says that it should be, to the rupiah.
//
// The comparison (Compare) is of the bookings of a period, both ways: payments, payouts,
// money taken back, fees, and our own money. Each difference says what it changes in the
// equation, so that the differences explain a sum that does not hold.
//
// The package reports differences and corrects none.
package reconcile
