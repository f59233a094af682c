package esdb_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
)

func TestEveryFormOfConnectionStringLeadsToTheServer(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	_, port, err := net.SplitHostPort(server.Addr())
	if err != nil {
		t.Fatal(err)
	}
	var id string
	for _, url := range []string{
		"esdb://" + server.Addr() + "?tls=false",
		"kurrentdb://" + server.Addr() + "?tls=false",
		"esdb://127.0.0.1:1," + server.Addr() + ",127.0.0.1:2?tls=false&nodePreference=leader", // a cluster, two nodes down
		"kurrentdb+discover://localhost:" + port + "?tls=false",
	} {
		s := dial(t, url)
		if id == "" {
			id = s.ID()
		}
		if s.ID() != id {
			t.Errorf("%s: another log", url)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestABrokenConnectionStringIsRefusedWithoutRepeatingIt(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"", "postgres://admin:geheim@localhost/x", "esdb://admin:geheim@localhost:port", "esdb://admin:geheim@:%zz",
		"esdb://admin:geheim@localhost?tls=perhaps", "kurrentdb://admin:geheim@", "esdb://admin:geheim@localhost/path",
	} {
		err := esdb.CheckURL(url)
		if err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestTLSAndCredentials(t *testing.T) {
	t.Parallel()
	certificate, ca := newCertificate(t)
	server := newServer(t, esdbtest.WithGRPC(
		grpc.Creds(credentials.NewServerTLSFromCert(&certificate)),
		grpc.ChainStreamInterceptor(requireAdmin),
	))
	base := server.Addr() + "?tlsCaFile=" + ca
	s := open(t, esdb.Config{URL: "esdb://admin:changeit@" + base})
	if _, err := s.Append(t.Context(), "s", eventstore.NoStream, event()); err != nil {
		t.Error(err)
	}
	for what, url := range map[string]string{
		"no credentials": "esdb://" + base, "a wrong password": "esdb://admin:wrong@" + base,
		"an unknown authority": "esdb://admin:changeit@" + server.Addr(),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		_, err := esdb.Open(ctx, esdb.Config{URL: url, Patience: 100 * time.Millisecond})
		cancel()
		if err == nil || ctx.Err() == context.DeadlineExceeded {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func requireAdmin(srv any, call grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	const adminChangeit = "Basic YWRtaW46Y2hhbmdlaXQ="
	if got := metadata.ValueFromIncomingContext(call.Context(), "authorization"); len(got) != 1 || got[0] != adminChangeit {
		return status.Error(codes.Unauthenticated, "Unauthenticated")
	}
	return next(srv, call)
}

// newCertificate gives one for 127.0.0.1, and the file of its own authority.
func newCertificate(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}
