// Package pricing computes what a payment or a transfer costs: the channels with their limits, the rates, and
// the arithmetic of fee, VAT and net. The default rates are constants; the rates that administrators changed
// are an aggregate with one stream. The rates of one app are in package account.
//
// Amounts are in rupiah, as package money reads them: not negative, at most two decimals. A VAT rate is in
// percent: 11 means 11 %.
package pricing
