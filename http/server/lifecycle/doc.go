// Package lifecycle takes an instance into service and out of it without losing a request.
//
// An instance goes through three stages. While it starts, it listens and answers 503 with what it is doing.
// While it serves, the handler that was passed to Serve answers. While it drains, /readyz answers 404, which
// tells a balancer to send no new requests (HAProxy: http-check disable-on-404). Everything else is still
// answered, because the balancer learns of the 404 only at its next check.
//
// AwaitNotice waits for that check, and AwaitRequests for the requests under way, including late ones.
// Meanwhile the listener stays open: if a balancer gets no answer to its checks, it takes the instance for dead
// and cuts the answers that are still under way (HAProxy: on-marked-down shutdown-sessions).
package lifecycle
