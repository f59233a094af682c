// Package documents tests the pages of the repository: each link leads to an existing file and heading, and
// each path that a page names exists. Statements of a page about one package are tested beside that package.
package documents
