package app

import (
	"cmp"
	"net"
	"net/url"
	"os"
	"strings"
)

// defaultTLS returns the sslmode of a database whose URL names none: verify-full, or
// prefer where every host is this machine, a socket or loopback.
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

// isThisMachine reports whether a host, perhaps with a port, is a socket's folder or a loopback
// address. An empty host is the default, localhost.
func isThisMachine(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || ip != nil && ip.IsLoopback()
}

// withTLS returns a store's URL with its sslmode. A URL that is not PostgreSQL's, or not valid, is
// returned as it is, for the code that opens it.
func withTLS(raw string) string {
	u, err := parseURL(raw)
	if err != nil {
		return raw
	}
	return u.String()
}
