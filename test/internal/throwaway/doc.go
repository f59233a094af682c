// Package throwaway makes PostgreSQL clusters that never outlive the process that starts them, even if it is
// killed: a shell waits at the other end of a pipe and cleans up once the pipe closes.
package throwaway
