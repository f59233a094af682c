// Package lifecycle takes an instance into service and out of it without a lost request.
//
// An instance goes through three stages. While it starts it listens, and answers 503 with what
// it is doing. While it serves, the handler that Serve was given answers. While it drains,
// /readyz answers 404, which tells a balancer to send no new requests (HAProxy: http-check
// disable-on-404), and everything else is answered as before: the balancer learns of the 404 only
// at its next check. AwaitNotice waits for that check, and AwaitRequests for the requests under way,
// those that come late included. The listener stays open meanwhile: a balancer that gets
// no answer to its checks takes the instance for dead, and cuts what it still answers
// (HAProxy: on-marked-down shutdown-sessions).
package lifecycle
