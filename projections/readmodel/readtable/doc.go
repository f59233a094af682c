// Package readtable is the toolkit with which the read models of all features are written and read: the columns of
// rows, the tables that read them and the set-based statements that write them, pages, searches and counters. It
// contains no code for a specific feature.
package readtable
