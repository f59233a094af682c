// Package listing writes the answers of lists that keep growing, such as transactions. A client
// reads such a list by page, as every list, or by cursor.
//
// A cursor is the place of the last row of an answer. The list goes on behind it, so that
// the cost of an answer does not depend on how many rows come before it, and a row that is
// inserted meanwhile neither repeats another nor hides one.
//
// The cursor of the next answer is in the header Link (RFC 8288, rel="next"), so the body is
// the same with pages and with cursors. Package envelope answers with the lists that stay short.
package listing
