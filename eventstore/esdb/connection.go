package esdb

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"os"
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

// option is an option that the client knows. check returns what is wrong with a value, in words that follow
// the option's name.
type option struct {
	name  string
	check func(value string) error
}

var (
	options = []option{
		{"tls", isBool},
		{"tlsVerifyCert", isBool},
		{"tlsCAFile", isCertificate},
		{"userCertFile", isFile},
		{"userKeyFile", isFile},
		{"nodePreference", isNodePreference},
		{"discoveryInterval", atLeast(0)},
		{"maxDiscoverAttempts", atLeast(1)},
		{"gossipTimeout", atLeast(1)},
		{"defaultDeadline", atLeast(1)},
		{"keepAliveInterval", isKeepAlive},
		{"keepAliveTimeout", isKeepAlive},
	}
	plainWord = regexp.MustCompile(`^[A-Za-z]{1,32}$`)
)

// parseOptions returns the options under the client's spelling of their names. Like the client it ignores the
// case of names; unlike the client, which only warns, it refuses unknown ones.
func parseOptions(query string) (url.Values, error) {
	given := make(url.Values)
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		key, text, ok := strings.Cut(pair, "=")
		value, err := url.QueryUnescape(text)
		if !ok || err != nil {
			return nil, errors.New("an option must look like name=value, percent-encoded")
		}
		i := slices.IndexFunc(options, func(o option) bool { return strings.EqualFold(o.name, key) })
		switch {
		case i < 0 && plainWord.MatchString(key):
			return nil, fmt.Errorf("unknown option %s", key)
		case i < 0:
			return nil, errors.New("unknown option")
		case given.Has(options[i].name):
			return nil, fmt.Errorf("%s is given twice", options[i].name)
		}
		if err := options[i].check(value); err != nil {
			return nil, fmt.Errorf("%s %w", options[i].name, err)
		}
		given.Set(options[i].name, value)
	}
	if given.Has("userCertFile") != given.Has("userKeyFile") {
		return nil, errPair
	}
	return given, nil
}

func isBool(value string) error {
	if _, err := strconv.ParseBool(strings.ToLower(value)); err != nil {
		return errors.New("must be true or false")
	}
	return nil
}

// isNodePreference refuses every preference except the leader: other nodes may lag, and a command that is
// decided from their answers may be wrong.
func isNodePreference(value string) error {
	if !strings.EqualFold(value, "leader") {
		return errors.New("must be leader: other nodes may lag behind what was written, and the gateway asks none of them")
	}
	return nil
}

func atLeast(least int64) func(string) error {
	return func(value string) error {
		if n, err := strconv.ParseInt(value, 10, 32); err != nil || n < least {
			return fmt.Errorf("must be a number from %d on", least)
		}
		return nil
	}
}

// isKeepAlive accepts milliseconds from 10,000 on, or -1 for no keep-alive. For a shorter interval the client
// warns through the standard logger, and gRPC raises it to 10 s.
func isKeepAlive(value string) error {
	if value == "-1" || atLeast(10_000)(value) == nil {
		return nil
	}
	return errors.New("must be -1, for none, or 10000 ms and more")
}

func isFile(value string) error {
	_, err := readFile(value)
	return err
}

func isCertificate(value string) error {
	pem, err := readFile(value)
	if err == nil && !x509.NewCertPool().AppendCertsFromPEM(pem) {
		return errors.New("holds no certificate")
	}
	return err
}

// readFile returns errors that do not repeat the file's name.
func readFile(name string) ([]byte, error) {
	content, err := os.ReadFile(name)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = failed.Err
	}
	if err != nil {
		return nil, fmt.Errorf("can't be read: %w", err)
	}
	return content, nil
}
