// Package pricing says what a payment or a transfer costs: the channels with their
// limits, the default rates, and the arithmetic of fee, VAT and net. It is pure
// calculation on decimals; rates that an admin changed are in domain/settings,
// those of one app in domain/account.
//
// Amounts given to it are rupiah as package money reads them: not negative, two
// decimals at most. A VAT rate is in percent: 11 means 11 %.
package pricing
