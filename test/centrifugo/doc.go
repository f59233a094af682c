// Package centrifugo tests the gateway with a real external Centrifugo, configured like
// deploy/compose.centrifugo.yaml. Package http/outbound/realtimeserver has a fake of Centrifugo's API for the
// answers that the real one can't be made to give.
package centrifugo
