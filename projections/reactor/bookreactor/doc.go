// Package bookreactor compares the books of the provider with the log, to notice money and payouts whose
// notification never came (ProviderListing), and records the fees of the provider (ProviderFees). For a provider that does not list
// its bookings, they come from settlement files (FileImport), and fees are estimates until then (FeeEstimates).
package bookreactor
