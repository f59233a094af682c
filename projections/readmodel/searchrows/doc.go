// Package searchrows searches the rows of all features. It has no table of its own. Other packages use it
// through package readmodel.
package searchrows
