package esdb

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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
