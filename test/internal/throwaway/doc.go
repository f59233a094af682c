// Package throwaway makes PostgreSQL clusters that never outlive the process that
// asked for them, even when it is killed: a watching shell holds the other end of
// a pipe and cleans up once that closes.
package throwaway
