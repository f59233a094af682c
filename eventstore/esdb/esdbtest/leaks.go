package esdbtest

import "go.uber.org/goleak"

// Leaks are what the official client leaves behind for good. It forgets, and never
// closes, the connection it had when it looks for the server anew, as calls make it
// that were on their way when the connection broke.
func Leaks() []goleak.Option {
	return []goleak.Option{
		goleak.IgnoreTopFunction("google.golang.org/grpc/internal/grpcsync.(*CallbackSerializer).run"),
		goleak.IgnoreTopFunction("google.golang.org/grpc.(*addrConn).resetTransportAndUnlock"),
	}
}
