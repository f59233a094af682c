package config

import (
	"cmp"
	"errors"
	"net"
	"net/url"
	"os"
	"strings"
)

// isLoopback reports whether addr, a host and a port, names a loopback address.
func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// ParseURL parses a database URL. It adds the sslmode if the URL does not set one (defaultTLS).
func ParseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || strings.Trim(u.Path, "/") == "" {
		// The error does not repeat the URL, which may hold a password.
		return nil, errors.New("a database must look like postgres://user:password@host:5432/name " +
			"(DATABASE_URL, STATE_URL, EVENTSTORE_URL unless it is esdb://...)")
	}
	q := u.Query()
	if strings.Contains(u.Host, ",") {
		moveHosts(u, q)
	}
	if wanted := q.Get("target_session_attrs"); wanted == "read-write" || wanted == "" && strings.Contains(q.Get("host"), ",") {
		// primary means the server that currently accepts writes. read-write would not work, because the
		// gateway has sessions that are read-only on every server.
		q.Set("target_session_attrs", "primary")
	}
	if !q.Has("sslmode") {
		q.Set("sslmode", defaultTLS(&url.URL{Host: u.Host, RawQuery: q.Encode()}))
	}
	u.RawQuery = q.Encode()
	return u, nil
}

// isThisMachine reports whether a host, with or without a port, is a socket's directory or a loopback
// address. An empty host means localhost.
func isThisMachine(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || ip != nil && ip.IsLoopback()
}

// moveHosts moves the hosts and ports of a URL that has several, as libpq writes them, to the parameters,
// where the driver expects them.
func moveHosts(u *url.URL, q url.Values) {
	var hosts, ports []string
	for address := range strings.SplitSeq(u.Host, ",") {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			host, port = strings.Trim(address, "[]"), "5432"
		}
		hosts, ports = append(hosts, host), append(ports, port)
	}
	u.Host = ""
	q.Set("host", strings.Join(hosts, ","))
	if !q.Has("port") {
		q.Set("port", strings.Join(ports, ","))
	}
}

// defaultTLS returns the sslmode for a database URL that sets none: prefer if every host is a socket or
// loopback, else verify-full.
func defaultTLS(u *url.URL) string {
	q := u.Query()
	hosts, addresses := cmp.Or(q.Get("host"), os.Getenv("PGHOST")), cmp.Or(q.Get("hostaddr"), os.Getenv("PGHOSTADDR"))
	if u.Host != "" {
		hosts = q.Get("host")
	}
	for _, hosts := range []string{u.Host, hosts, addresses} {
		for host := range strings.SplitSeq(hosts, ",") {
			if !isThisMachine(host) {
				return "verify-full"
			}
		}
	}
	return "prefer"
}
