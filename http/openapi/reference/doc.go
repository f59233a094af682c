// Package reference renders the description of the API as pages for people, on the server:
// the operations by tag with their fields and examples, guides beside them, a search, and
// the table of errors. The pages work without script; a script of a few lines lets an
// operation be tried out. They load nothing from other hosts.
//
// A guide is a file of guides, in Markdown. It may use {base} for the address of the pages
// and {api} for that of the API. A program that a guide shows is a file of samples, and a
// test runs it.
package reference
