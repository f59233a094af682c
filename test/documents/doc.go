// Package documents tests the pages of the repository: each link leads to a file and
// a heading that exist, and each path that a page names exists. A test of a page's
// statements about one package stands beside that package.
package documents
