// Package bankstatement reads what a bank says of the gateway's own account: CSV files of BCA in their variants, and MT940
// (Parse). It keeps each line of the bank once, however often and in whatever order files come (Import), and says which
// booking of the gateway a line belongs to (Match). Nothing here posts to the ledger.
//
// An account's day is an aggregate. Each of its lines carries the balance after it, so the lines of a day are a chain from the
// balance before the day to the balance after it. A file that overlaps or touches the chain is taken; one that says something
// else for the same part of it contradicts a former file, and is refused. So is one whose place is in doubt: no line is ever known more
// often than a single file has it.
package bankstatement
