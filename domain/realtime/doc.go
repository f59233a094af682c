// Package realtime names the channels of the realtime server and the messages that
// they carry (API reference: Realtime). The reactor that publishes and the server
// that checks subscriptions share these names.
//
// Connections, tokens and the servers themselves belong to http/outbound/realtimeserver.
package realtime
