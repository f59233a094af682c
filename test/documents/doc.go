// Package documents tests the pages of the repository: each link leads to a file and
// a heading that exist, and each path that a page names exists. What a page says about
// one package is tested beside that package.
package documents
