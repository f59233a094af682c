package esdbtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/eventstore/esdbserver"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// Security holds TLS and users for servers. EventStoreDB's clients send credentials only over TLS.
type Security struct {
	// CAFile holds the certificate of the authority that signed the servers' certificate.
	CAFile string
	// Users holds the users that the servers know. They may be replaced at any time.
	Users       *esdbserver.Users
	certificate tls.Certificate
}

// NewSecurity makes a certificate for 127.0.0.1, valid for an hour.
func NewSecurity(tb testing.TB, users ...esdbserver.User) *Security {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}, DNSNames: []string{"localhost"},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		tb.Fatal(err)
	}
	s := &Security{
		CAFile: filepath.Join(tb.TempDir(), "ca.pem"), Users: esdbserver.NewUsers(users...),
		certificate: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := os.WriteFile(s.CAFile, text, 0o600); err != nil {
		tb.Fatal(err)
	}
	return s
}

// Option makes a server require TLS and one of the users.
func (s *Security) Option() Option {
	return func(o *esdbserver.Options) {
		o.Users = s.Users
		o.GRPC = append(o.GRPC, grpc.Creds(credentials.NewServerTLSFromCert(&s.certificate)))
	}
}

// URL returns the connection string of a user for one or more servers (host:port).
func (s *Security) URL(user esdbserver.User, addrs ...string) string {
	return "esdb://" + url.UserPassword(user.Name, user.Password).String() + "@" + strings.Join(addrs, ",") +
		"?tlsCaFile=" + s.CAFile
}
