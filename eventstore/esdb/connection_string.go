package esdb

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// The errors of a connection string. They repeat no part of it: if a password with special characters is not
// encoded, any part may belong to it.
var (
	errScheme   = errors.New("it must begin with esdb://, kurrentdb://, kurrent:// or kdb://, or with +discover before the colon")
	errEncoding = errors.New("percent-encode special characters in the password (/ as %2F, ? as %3F, # as %23, @ as %40, % as %25)")
	errUser     = errors.New("a password needs a user before it: user:password@host")
	errHost     = errors.New("a host must be a name, an IPv4 address or an IPv6 address in brackets, with or without a port")
	errPort     = errors.New("a port must be a number from 1 to 65535")
	errDiscover = errors.New("+discover takes one name, which DNS resolves to the nodes: for several hosts use esdb://a,b,c without +discover")
	errPath     = errors.New("no path may follow the hosts")
	errPair     = errors.New("userCertFile and userKeyFile go together")
	errClient   = errors.New("the EventStoreDB client does not take it")
)

var (
	schemes  = []string{"esdb", "kurrentdb", "kurrent", "kdb"}
	hostName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
)

// defaultPort is EventStoreDB's default port.
const defaultPort = 2113

// discover ends the scheme for a cluster that DNS knows by one name.
const discover = "+discover"

// cutScheme cuts the scheme off. It returns whether the scheme is one of EventStoreDB, in any case, and
// whether it asks for discovery.
func cutScheme(raw string) (rest string, byDNS, ok bool) {
	scheme, rest, ok := strings.Cut(raw, "://")
	scheme, byDNS = strings.CutSuffix(strings.ToLower(scheme), discover)
	return rest, byDNS, ok && slices.Contains(schemes, scheme)
}

// parseURL checks the whole connection string and passes only the options to the client. The client would
// repeat what it does not understand, in errors and through the standard logger; it takes ports modulo 65536,
// and knows neither IPv6 addresses nor KurrentDB's schemes.
func parseURL(raw string) (*client.Configuration, error) {
	rest, byDNS, ok := cutScheme(raw)
	if !ok {
		return nil, errScheme
	}
	authority, query, err := splitOptions(rest)
	if err != nil {
		return nil, err
	}
	at := strings.LastIndexByte(authority, '@')
	user, password, err := parseCredentials(authority[:max(at, 0)], at >= 0)
	if err != nil {
		return nil, err
	}
	hosts, err := parseHosts(authority[at+1:])
	if err != nil {
		return nil, err
	}
	if byDNS && len(hosts) > 1 {
		return nil, errDiscover
	}
	options, err := parseOptions(query)
	if err != nil {
		return nil, err
	}
	config, err := client.ParseConnectionString("esdb://localhost?" + options.Encode())
	if err != nil {
		return nil, errClient
	}
	config.Address, config.DnsDiscover = hosts[0].String(), byDNS
	if len(hosts) > 1 {
		config.Address, config.GossipSeeds = "", hosts
	}
	config.Username, config.Password = user, password
	return config, nil
}

// splitOptions separates credentials and hosts from the options. An @ or # after the hosts means that the
// split happened in the middle of a password.
func splitOptions(rest string) (authority, query string, err error) {
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		return rest, "", nil
	}
	authority, rest = rest[:end], rest[end:]
	if strings.ContainsAny(rest, "@#") {
		return "", "", errEncoding
	}
	path, query, _ := strings.Cut(rest, "?")
	if path != "" && path != "/" {
		return "", "", errPath
	}
	return authority, query, nil
}

func parseCredentials(info string, given bool) (user, password string, err error) {
	user, password, _ = strings.Cut(info, ":")
	user, err = url.PathUnescape(user)
	if err == nil {
		password, err = url.PathUnescape(password)
	}
	switch {
	case err != nil:
		return "", "", errEncoding
	case given && user == "":
		return "", "", errUser
	}
	return user, password, nil
}

// parseHosts returns the hosts in the form in which the client joins them with their ports: an IPv6 address
// keeps its brackets.
func parseHosts(list string) (hosts []*client.EndPoint, _ error) {
	for text := range strings.SplitSeq(list, ",") {
		name, port, hasPort := strings.Cut(text, ":")
		if v6, rest, ok := strings.Cut(text, "]"); ok && strings.HasPrefix(v6, "[") {
			ip, err := netip.ParseAddr(v6[1:])
			if err != nil || !ip.Is6() || ip.Zone() != "" || rest != "" && rest[0] != ':' {
				return nil, errHost
			}
			name = v6 + "]"
			_, port, hasPort = strings.Cut(rest, ":")
		} else if !hostName.MatchString(name) {
			return nil, errHost
		}
		n := uint64(defaultPort)
		if hasPort {
			var err error
			if n, err = strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
				return nil, errPort
			}
		}
		hosts = append(hosts, &client.EndPoint{Host: name, Port: uint16(n)})
	}
	return hosts, nil
}
