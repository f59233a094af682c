package esdb

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// The errors of a connection string. They repeat no part of it: when a password with
// special characters is not encoded, any part may belong to it.
var (
	errScheme   = errors.New("it must begin with esdb://, esdb+discover://, kurrentdb:// or kurrentdb+discover://")
	errEncoding = errors.New("percent-encode special characters in the password (/ as %2F, ? as %3F, # as %23, @ as %40, % as %25)")
	errUser     = errors.New("a password needs a user before it: user:password@host")
	errHost     = errors.New("a host must be a name or an IPv4 address, with or without a port")
	errPort     = errors.New("a port must be a number from 1 to 65535")
	errDiscover = errors.New("+discover takes one name, which DNS resolves to the nodes: for several hosts use esdb://a,b,c without +discover")
	errPath     = errors.New("no path may follow the hosts")
	errPair     = errors.New("userCertFile and userKeyFile go together")
	errClient   = errors.New("the EventStoreDB client does not take it")
)

var (
	schemes  = []string{"esdb", "esdb+discover", "kurrentdb", "kurrentdb+discover"}
	hostName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
)

// cutScheme returns the scheme in lower case, and whether it is one of EventStoreDB.
func cutScheme(raw string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(raw, "://")
	scheme = strings.ToLower(scheme)
	return scheme, rest, ok && slices.Contains(schemes, scheme)
}

// parseURL checks the whole connection string before it gives it to the client: the
// client repeats what it does not understand, in errors and through the standard
// logger, and takes ports modulo 65536. It sets the credentials afterwards, because the
// client would take a comma in them for one between hosts.
func parseURL(raw string) (*client.Configuration, error) {
	scheme, rest, ok := cutScheme(raw)
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
	hosts := authority[at+1:]
	if err := checkHosts(hosts); err != nil {
		return nil, err
	}
	if strings.HasSuffix(scheme, "+discover") && strings.Contains(hosts, ",") {
		return nil, errDiscover
	}
	options, err := parseOptions(query)
	if err != nil {
		return nil, err
	}
	// The client knows only the scheme esdb. Encode escapes commas, at which the client
	// would cut the options, too.
	checked := strings.Replace(scheme, "kurrentdb", "esdb", 1) + "://" + hosts + "?" + options.Encode()
	config, err := client.ParseConnectionString(checked)
	if err != nil {
		return nil, errClient
	}
	config.Username, config.Password = user, password
	return config, nil
}

// splitOptions separates credentials and hosts from the options. An @ or # after the
// hosts means that they were cut in the middle of a password.
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

func checkHosts(hosts string) error {
	for host := range strings.SplitSeq(hosts, ",") {
		name, port, hasPort := strings.Cut(host, ":")
		if !hostName.MatchString(name) {
			return errHost
		}
		if n, err := strconv.ParseUint(port, 10, 16); hasPort && (err != nil || n == 0) {
			return errPort
		}
	}
	return nil
}
