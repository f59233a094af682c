package esdb_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/esdbserver"
	"gateway/test/poll"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

func TestEveryFormOfConnectionStringReachesTheServer(t *testing.T) {
	t.Parallel()
	node := newServer(t)
	_, port, err := net.SplitHostPort(node.Addr())
	if err != nil {
		t.Fatal(err)
	}
	var id string
	for _, url := range []string{
		"esdb://" + node.Addr() + "?tls=false",
		"kurrentdb://" + node.Addr() + "?tls=false",
		"ESDB://" + node.Addr() + "?tls=false",
		"esdb://127.0.0.1:1," + node.Addr() + ",127.0.0.1:2?tls=false&nodePreference=leader", // a cluster, two nodes down
		"kurrentdb+discover://localhost:" + port + "?tls=false",
		"kdb://" + node.Addr() + "?tls=false",
		"kurrent://" + node.Addr() + "?tls=false",
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

func TestAnIPv6AddressReachesTheServer(t *testing.T) {
	t.Parallel()
	node := newServer(t)
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6")
	}
	relay(t, l, node.Addr())
	for _, url := range []string{
		"esdb://" + l.Addr().String() + "?tls=false",
		"kurrentdb://" + l.Addr().String() + ",127.0.0.1:1?tls=false",
	} {
		s := open(t, esdb.Config{URL: url})
		if _, err := s.Head(t.Context()); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// relay forwards the connections of the listener to an address until the test ends.
func relay(t *testing.T, from net.Listener, to string) {
	t.Helper()
	var relaying sync.WaitGroup
	relaying.Go(func() {
		for {
			in, err := from.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				_ = in.Close()
				continue
			}
			for from, to := range map[net.Conn]net.Conn{in: out, out: in} {
				relaying.Go(func() {
					_, _ = io.Copy(to, from)
					_ = to.Close()
				})
			}
		}
	})
	t.Cleanup(func() {
		_ = from.Close()
		relaying.Wait()
	})
}

// The password of all cases is geheim. No error may contain a part of it.
func TestAnInvalidConnectionStringIsRefusedWithoutRepeatingIt(t *testing.T) {
	var printed bytes.Buffer // by the client, through the standard logger
	log.SetOutput(&printed)
	defer log.SetOutput(os.Stderr)
	for _, c := range []struct{ url, says string }{
		{"", "must begin with"},
		{"postgres://admin:geheim@localhost/x", "must begin with"},
		{"esdb:admin:geheim@localhost", "must begin with"},
		{"esdb://", "host"},
		{"esdb://admin:geheim@", "host"},
		{"esdb://admin:geheim@a,,b", "host"},
		{"esdb://admin:geheim@::1", "host"},
		{"esdb://admin:geheim@[geheim]:2113", "host"},
		{"esdb://admin:geheim@[::1", "host"},
		{"esdb://admin:geheim@[::1]2113", "host"},
		{"esdb://admin:geheim@[127.0.0.1]", "host"},
		{"esdb://admin:geheim@[::1]:0", "port"},
		{"esdb://admin:geheim@[::1]:", "port"},
		{"esdb://admin:geheim@not a host", "host"},
		{"esdb://:geheim@localhost", "user"},
		{"esdb://admin:%zzgeheim@localhost", "percent"},
		{"esdb://admin:12/geheim@h", "%2F"},
		{"esdb://admin:geheim/x@h", "%2F"},
		{"esdb://admin:12?geheim@h", "%3F"},
		{"esdb://admin:12?tls=geheim@h", "%3F"},
		{"esdb://admin:12#geheim@h", "%23"},
		{"esdb://admin:geheim@a:1,b@c:2/x@d", "%2F"},
		{"esdb://admin:geheim", "port"},
		{"esdb://admin:geheim@localhost:port", "port"},
		{"esdb://admin:geheim@localhost:", "port"},
		{"esdb://admin:geheim@localhost:0", "port"},
		{"esdb://admin:geheim@localhost:99999", "1 to 65535"},
		{"esdb://admin:geheim@localhost:+2113", "port"},
		{"esdb://admin:geheim@localhost:2113,b:65536", "1 to 65535"},
		{"esdb://admin:geheim@localhost/geheim", "path"},
		{"esdb://admin:geheim@localhost#geheim", "%23"},
		{"esdb+discover://admin:geheim@a,b", "without +discover"},
		{"kurrentdb+discover://a:2113,b:2113", "without +discover"},
		{"esdb://admin:geheim@localhost?connectionName=geheim", "connectionName"},
		{"esdb://admin:geheim@localhost?" + "ge-heim=1", "unknown option"},
		{"esdb://admin:geheim@localhost?geheim", "name=value"},
		{"esdb://admin:geheim@localhost?tls=%zz", "name=value"},
		{"esdb://admin:geheim@localhost?tls=true&TLS=false", "twice"},
		{"esdb://admin:geheim@localhost?tls=geheim", "tls must be true or false"},
		{"esdb://admin:geheim@localhost?tlsVerifyCert=", "tlsVerifyCert must be true or false"},
		{"esdb://admin:geheim@localhost?nodePreference=geheim", "nodePreference must be leader"},
		{"esdb://admin:geheim@localhost?nodePreference=follower", "nodePreference must be leader"},
		{"esdb://admin:geheim@localhost?nodepreference=Random", "nodePreference must be leader"},
		{"kurrentdb://admin:geheim@localhost?nodePreference=readOnlyReplica", "nodePreference must be leader"},
		{"esdb://admin:geheim@localhost?gossipTimeout=geheim", "gossipTimeout must be"},
		{"esdb://admin:geheim@localhost?maxDiscoverAttempts=0", "maxDiscoverAttempts must be"},
		{"esdb://admin:geheim@localhost?discoveryInterval=-1", "discoveryInterval must be"},
		{"esdb://admin:geheim@localhost?defaultDeadline=0", "defaultDeadline must be"},
		{"esdb://admin:geheim@localhost?keepAliveInterval=500", "keepAliveInterval must be"},
		{"esdb://admin:geheim@localhost?keepAliveTimeout=-2", "keepAliveTimeout must be"},
		{"esdb://admin:geheim@localhost?tlsCAFile=/geheim/ca.crt", "no such file"},
		{"esdb://admin:geheim@localhost?tlsCAFile=config_test.go", "certificate"},
		{"esdb://admin:geheim@localhost?userCertFile=config_test.go", "userKeyFile"},
	} {
		err := esdb.CheckURL(c.url)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "heim") {
			t.Errorf("%q: %v; want an error with %q", c.url, err, c.says)
		}
		if _, opening := esdb.Open(t.Context(), esdb.Config{URL: c.url}); opening == nil || strings.Contains(opening.Error(), "heim") {
			t.Errorf("opening %q: %v", c.url, opening)
		}
	}
	if printed.Len() > 0 {
		t.Errorf("the client printed %s", &printed)
	}
}

func TestAValidConnectionStringIsAccepted(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"esdb://localhost", "ESDB://localhost/", "KurrentDB+Discover://cluster.example.com:2113/?", "esdb://a_b.example-1.com:1",
		"esdb://admin:12%2Fgeheim%3F%23%40%25@h", "esdb://admin@h", "esdb://admin:a@b,c:d@h:1,i:65535",
		"kdb://h", "Kurrent+Discover://h:1", "kdb+discover://h", "kurrent://a,b", "esdb://[::1]", "esdb://u:p@[::1]:2113,[fe80::1],h:1",
		"esdb://h?TLS=False&tlsverifycert=TRUE&NODEPREFERENCE=Leader&gossipTimeout=1&maxDiscoverAttempts=1&" +
			"discoveryInterval=0&defaultDeadline=1&keepAliveInterval=-1&keepAliveTimeout=10000",
	} {
		if err := esdb.CheckURL(url); err != nil || !esdb.IsURL(url) {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestTLSAndCredentials(t *testing.T) {
	t.Parallel()
	user := esdbserver.User{Name: "admin", Password: "a/b?c#✓@%,", Groups: []string{esdbserver.RoleAdmins}}
	security := esdbtest.NewSecurity(t, user)
	at := newServer(t, security.Option()).Addr()
	certificate := pairOf(t) // of no user that the server knows
	for what, c := range map[string]struct {
		options string
		refused bool
	}{
		"the authority's certificate":         {"?tlsCaFile=" + security.CAFile, false},
		"in capitals, as other clients write": {"?TLSCAFILE=" + security.CAFile + "&TLS=true", false},
		"no check of the certificate":         {"?tlsVerifyCert=false", false},
		"an unknown authority":                {"", true},
		"the wrong authority":                 {"?tlsCaFile=" + certificate.file, true},
		"no TLS":                              {"?tls=false", true},
	} {
		err := tryOpen(t, "esdb://admin:a%2Fb%3Fc%23%E2%9C%93%40%25,@"+at+c.options+"&maxDiscoverAttempts=1")
		if (err != nil) != c.refused {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, user := range map[string]string{"no credentials": "", "a wrong password": "admin:wrong@", "no such user": "x:y@"} {
		err := tryOpen(t, "esdb://"+user+at+"?tlsCaFile="+security.CAFile)
		if _, ok := errors.AsType[*esdb.RightsError](err); !ok {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAServerMayAskForAClientsCertificate(t *testing.T) {
	t.Parallel()
	own, known, unknown := pairOf(t), pairOf(t), pairOf(t)
	clients := x509.NewCertPool()
	clients.AddCert(known.parsed)
	at := newServer(t, esdbtest.WithGRPC(grpc.Creds(credentials.NewTLS(&tls.Config{
		Certificates: []tls.Certificate{own.pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients,
	})))).Addr()
	base := "esdb://" + at + "?maxDiscoverAttempts=1&tlsCaFile=" + own.file
	if err := tryOpen(t, base+"&userCertFile="+known.file+"&userKeyFile="+known.key); err != nil {
		t.Errorf("with the certificate: %v", err)
	}
	for what, options := range map[string]string{
		"no certificate": "", "another certificate": "&userCertFile=" + unknown.file + "&userKeyFile=" + unknown.key,
		"another key": "&userCertFile=" + known.file + "&userKeyFile=" + unknown.key,
	} {
		if err := tryOpen(t, base+options); err == nil {
			t.Errorf("with %s it opens", what)
		}
	}
}

// tryOpen opens the log, and closes it again if that succeeds.
func tryOpen(t *testing.T, url string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), poll.Limit)
	defer cancel()
	s, err := esdb.Open(ctx, esdb.Config{URL: url, RetryFor: 100 * time.Millisecond})
	if err == nil {
		return s.Close()
	}
	if ctx.Err() != nil {
		t.Errorf("%s: no answer", url)
	}
	return err
}

// certificate is a self-signed certificate for 127.0.0.1 with its key.
type certificate struct {
	pair      tls.Certificate
	parsed    *x509.Certificate
	file, key string
}

func pairOf(t *testing.T) certificate {
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
	parsed, err1 := x509.ParseCertificate(der)
	private, err2 := x509.MarshalPKCS8PrivateKey(key)
	dir := t.TempDir()
	c := certificate{
		pair:   tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
		parsed: parsed, file: filepath.Join(dir, "certificate.pem"), key: filepath.Join(dir, "key.pem"),
	}
	err3 := os.WriteFile(c.file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
	err4 := os.WriteFile(c.key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	return c
}
