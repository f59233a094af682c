// Package reference renders the description of the API as pages for people, on the server: the operations by
// tag with their fields and examples, guides, a search, and the table of errors. The pages work without
// scripts; a short script lets the reader try an operation out. They load nothing from other hosts.
//
// A guide is a Markdown file in guides. It may use {base} for the address of the pages and {api} for that of
// the API. A program that a guide shows is a file in samples, and a test runs it.
package reference
