// Package realtimeserver publishes messages to connected clients (API reference: Realtime). It
// holds the tokens that clients connect and subscribe with, the embedded messaging server
// (a Centrifuge node), and the publisher to an external Centrifugo, which replaces it.
//
// Clients speak Centrifugo's protocol to either. Messages reach the clients that are
// subscribed at that moment; nothing here stores or repeats them. Channels and messages are
// defined in domain/realtime; the realtime reactor decides what is published, and
// http/api/merchantapi who gets a token.
package realtimeserver
