// Package listing writes the answers of lists that keep growing, such as transactions. A client reads such a
// list by page, as any list, or by cursor.
//
// A cursor holds the place of the last row of an answer, and the next answer starts after it. So the cost of an
// answer does not depend on the number of rows before it, and a row that is inserted meanwhile neither repeats
// another nor hides one.
//
// The cursor of the next answer is in the header Link (RFC 8288, rel="next"), so the body is the same with
// pages and with cursors. Package envelope answers with the lists that stay short.
package listing
