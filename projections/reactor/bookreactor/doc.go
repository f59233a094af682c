// Package bookreactor compares the books of the provider with the log, to notice money and payouts whose
// notification never came (ProviderListing), and records the fees of the provider (ProviderFees).
package bookreactor
