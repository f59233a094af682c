// Package readtable has what the read models of all features are written and read with: tables and the
// rows that are scanned from them, batches and the set-based statements that write them, pages, searches
// and counters. It knows no feature.
package readtable
