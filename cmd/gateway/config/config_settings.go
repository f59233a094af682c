package config

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/eventstore/esdb"
	"gateway/http/outbound/realtimeserver"

	"github.com/shopspring/decimal"
)

// Setting is a variable with the value that the gateway uses.
type Setting struct {
	Name string
	// Value is "set" for a secret; for a secret URL it shows scheme, host and path. It is empty for a
	// variable that is not set and has no default.
	Value string
	// File is the file that the secret comes from. It is empty if there is none.
	File string
}

// Settings returns the variables in the order of Config, with the values in use.
func (c Config) Settings() []Setting {
	config := reflect.ValueOf(c)
	all := make([]Setting, 0, config.NumField())
	for _, v := range Variables() {
		s := Setting{Name: v.Name, Value: shown(config.FieldByName(v.field)), File: c.files[v.Name]}
		switch {
		case v.Name == "PROVIDER_CONFIRM":
			s.Value = strconv.FormatBool(c.Confirms())
		case v.Name == "PAYOUT_COOL_OFF":
			s.Value = c.CoolOff().String()
		case v.Name == "REALTIME_TOKEN_TTL" && c.CentrifugoURL != "":
			s.Value = min(c.RealtimeTokenTTL, realtimeserver.SharedTokenTTL).String()
		case v.Secret && s.Value != "":
			s.Value = concealed(s.Value)
		default:
			s.Value = withoutPassword(s.Value)
		}
		all = append(all, s)
	}
	return all
}

// shown formats a field's value as in the environment.
func shown(field reflect.Value) string {
	if field.Kind() == reflect.Pointer {
		if field.IsNil() {
			return ""
		}
		field = field.Elem()
	}
	switch value := field.Interface().(type) {
	case []string:
		return strings.Join(value, ",")
	case map[string]time.Duration:
		var pairs []string
		for _, name := range slices.Sorted(maps.Keys(value)) {
			pairs = append(pairs, name+"="+value[name].String())
		}
		return strings.Join(pairs, ",")
	case decimal.Decimal:
		return value.String()
	default:
		return fmt.Sprint(value)
	}
}

// withoutPassword hides the password of a URL. It returns other values unchanged.
func withoutPassword(value string) string {
	if u, err := url.Parse(value); err == nil && u.User != nil {
		return u.Redacted()
	}
	return value
}

// concealed shows only that a secret is set. For a URL it shows where it points, without the user, the
// password and the parameters, which may also hold passwords.
func concealed(secret string) string {
	if esdb.IsURL(secret) {
		return "set (esdb)"
	}
	u, err := url.Parse(secret)
	if err != nil || u.Host == "" {
		return "set"
	}
	return "set (" + u.Scheme + "://" + u.Host + u.Path + ")"
}
