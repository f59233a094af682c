// Package fuzz calls every operation of the API, and sends every form of both sites, as a caller of each role.
// A seed makes the requests: most are nearly right, with one or two mutated members. It judges each answer: no
// failure but a described 503, an envelope as described, no text of another merchant, no secret, no internals
// of the gateway. At the end the books are audited.
//
//	go test ./test/fuzz -fuzz.requests 20000 -fuzz.for 10m
//
// A failure names the seed, the role and the number of its request. The same seed, with -fuzz.role and as many
// requests, repeats it on a new gateway.
package fuzz
