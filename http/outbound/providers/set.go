package providers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"gateway/domain/connection"
	"gateway/http/outbound/exchange"
	"gateway/http/outbound/provider"
	"gateway/http/outbound/snapadapter"
)

// Options are what all connections have in common. None is required.
type Options struct {
	// Timeout limits a call. Zero means 30 s.
	Timeout time.Duration
	// OnCall is called after each call, by the goroutine that made it. It may be nil.
	OnCall func(ctx context.Context, c exchange.Call)
	// Clock returns the time. Nil means time.Now.
	Clock func() time.Time
	// Transport makes the calls. Nil means connections of each adapter's own.
	Transport http.RoundTripper
}

// adapter is what the adapters of all companies have.
type adapter interface {
	Channels() []string
	PayoutBanks() []string
	Check(ctx context.Context) error
	Close()
}

// Set is the connections of an installation. It is safe for concurrent use.
type Set struct {
	connections []Connection
	adapters    map[string]adapter
}

// New makes the adapters of the connections, whose names differ. It panics for a company without an adapter. Close
// the Set after use.
func New(connections []Connection, o Options) *Set {
	s := &Set{connections: slices.Clone(connections), adapters: map[string]adapter{}}
	for _, c := range connections {
		s.adapters[c.Name] = newAdapter(c, o)
	}
	return s
}

func newAdapter(c Connection, o Options) adapter {
	if c.Apart != "" {
		return apart{c.Apart}
	}
	var offered []string
	prefixes := map[string]string{}
	if c.Channels != nil {
		offered = slices.AppendSeq([]string{}, maps.Keys(c.Channels))
	}
	for code, channel := range c.Channels {
		prefixes[code] = channel.Prefix
	}
	if c.Provider == Xendit {
		return provider.New(provider.Config{
			Connection: c.Name, BaseURL: c.URL, SecretKey: c.Key.SecretKey, Offered: offered,
			Timeout: o.Timeout, Transport: o.Transport, Clock: o.Clock, OnCall: o.OnCall,
		})
	}
	dialect, ok := snapadapter.Dialects[c.Provider]
	if !ok {
		panic("providers: no adapter for " + c.Provider)
	}
	source := ""
	if c.Payouts != nil {
		source = c.Payouts.SourceAccount
	}
	return snapadapter.New(snapadapter.Config{
		Connection: c.Name, Dialect: dialect, BaseURL: c.URL, Prefixes: prefixes, Offered: offered, SourceAccount: source,
		ClientID: c.SNAP.ClientID, PartnerID: c.SNAP.PartnerID, MerchantID: c.SNAP.MerchantID, MCC: c.SNAP.MCC,
		Secret: c.SNAP.Secret, PrivateKey: c.SNAP.PrivateKey, CompanyKey: c.SNAP.CompanyKey,
		Phone: c.SNAP.Phone, Email: c.SNAP.Email, IPAddress: c.SNAP.IPAddress,
		Timeout: o.Timeout, Transport: o.Transport, Clock: o.Clock, OnCall: o.OnCall,
	})
}

// Close closes the adapters.
func (s *Set) Close() {
	for _, a := range s.adapters {
		a.Close()
	}
}

// Names lists the connections in the order of the configuration, also those that are off.
func (s *Set) Names() (names []string) {
	for _, c := range s.connections {
		names = append(names, c.Name)
	}
	return names
}

// Company returns the provider of a connection, empty for an unknown name.
func (s *Set) Company(name string) string {
	i := slices.IndexFunc(s.connections, func(c Connection) bool { return c.Name == name })
	if i < 0 {
		return ""
	}
	return s.connections[i].Provider
}

// Ports finds connections as the interface P that the caller declares; connection.Ports tells the errors. The
// adapters of all companies have OpenPayment, FindPayment, ExpirePayment, FindReceipt, SendPayout, FindPayout, SendRefund,
// FindRefund and Balance; a company without a service refuses a call by errors.ErrUnsupported. BookingPage is Xendit's only.
func Ports[P any](s *Set) connection.Ports[P] {
	return func(name string) (port P, err error) {
		a, ok := s.adapters[name]
		if !ok {
			return port, fmt.Errorf("%w: %s", connection.ErrUnknown, name)
		}
		if port, ok = a.(P); !ok {
			return port, fmt.Errorf("the connection %s can't do it: %w", name, errors.ErrUnsupported)
		}
		return port, nil
	}
}

// ErrApart says that this process can't ask the provider of a connection, although the gateway can.
var ErrApart = errors.New("can't be asked")

// apart is the adapter of a connection that this process can't ask. It is no port but that of Check.
type apart struct{ why string }

func (apart) Channels() []string            { return nil }
func (apart) PayoutBanks() []string         { return nil }
func (a apart) Check(context.Context) error { return fmt.Errorf("%w: %s", ErrApart, a.why) }
func (apart) Close()                        {}

// Apart returns why this process can't ask the provider of a connection; empty where it can, and for an unknown name.
func (s *Set) Apart(name string) string {
	a, _ := s.adapters[name].(apart)
	return a.why
}

// Check asks the provider of a connection whether it accepts our credentials, at no cost and without moving
// anything. Where a dialect has nothing such to ask (DANA) it returns nil. Errors: connection.ErrUnknown,
// ErrApart.
func (s *Set) Check(ctx context.Context, name string) error {
	a, err := Ports[adapter](s)(name)
	if err != nil {
		return err
	}
	return a.Check(ctx)
}

// CallbackTokens lists the tokens that notifications about the connection may carry; none for one whose company
// signs instead, and for an unknown name.
func (s *Set) CallbackTokens(name string) []string {
	for _, c := range s.connections {
		if c.Name == name && c.Provider == Xendit {
			return c.Key.CallbackTokens
		}
	}
	return nil
}

// SNAP returns the adapter that verifies and reads the notifications of a company that speaks SNAP BI. ok is false
// for other companies, and for an unknown name.
func (s *Set) SNAP(name string) (a *snapadapter.Adapter, ok bool) {
	a, ok = s.adapters[name].(*snapadapter.Adapter)
	return a, ok
}
