// Package centrifugo tests the gateway with a real external Centrifugo, which is configured as
// deploy/compose.centrifugo.yaml configures it. Package http/outbound/realtimeserver tests against a fake of
// Centrifugo's API the answers that the real one can't be made to give.
package centrifugo
