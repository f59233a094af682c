// Package realtimeserver publishes messages to connected clients (API reference: Realtime). It has the tokens
// with which clients connect and subscribe, the embedded messaging server (a Centrifuge node), and the
// publisher to an external Centrifugo that can replace it.
//
// Clients speak Centrifugo's protocol to either. Messages reach the clients that are subscribed at that
// moment; nothing here stores or repeats them. Channels and messages are defined in domain/realtime. The
// realtime reactor decides what is published, and http/api/merchantapi decides who gets a token.
package realtimeserver
