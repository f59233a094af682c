package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"github.com/shopspring/decimal"
)

// Load reads and checks the environment. The error lists all problems, each with the name of its variable,
// and contains no part of a secret.
func Load() (Config, error) {
	return LoadFrom(os.Environ())
}

// LoadFrom is Load for an environment of NAME=value entries. It returns a configuration even with an error;
// the wrong variables then have their defaults.
func LoadFrom(environ []string) (Config, error) {
	values, files, problems := withFiles(environ)
	config, malformed := parse(values)
	problems = append(problems, malformed...)
	used, wrongFile := config.readConnections(values)
	problems = append(problems, wrongFile...)
	known := map[string]bool{}
	for _, p := range problems {
		known[variableOf(p)] = true
	}
	for _, p := range config.problems() {
		// A variable that could not be parsed has its default here, so a further problem about it would
		// mislead.
		if p != nil && !known[variableOf(p)] {
			problems = append(problems, p)
		}
	}
	config.warnings, config.files = append(misspelt(environ, used), config.unused()...), files
	wrong := configurationError(problems)
	if wrong == nil {
		return config, nil
	}
	// A misspelt variable may be the reason why another one is missing.
	for _, warning := range config.warnings {
		wrong = errors.Join(wrong, errors.New(warning))
	}
	return config, wrong
}

// Warnings name the variables that are set but not read, each with the variable that was probably meant.
func (c Config) Warnings() []string { return c.warnings }

// Quiet returns the configuration without its Warnings, for a second logger.
func (c Config) Quiet() Config {
	c.warnings = nil
	return c
}

// parse fills the configuration from values by name. A malformed value is a problem, and the variable then
// has its default.
func parse(values map[string]string) (Config, []error) {
	config, err := env.ParseAsWithOptions[Config](env.Options{Environment: values})
	if err == nil {
		return config, nil
	}
	var problems []error
	all, ok := errors.AsType[env.AggregateError](err)
	if !ok {
		return config, []error{err}
	}
	names := map[string]Variable{}
	for _, v := range Variables() {
		names[v.field] = v
	}
	for _, err := range all.Errors {
		wrong, ok := errors.AsType[env.ParseError](err)
		v := names[wrong.Name]
		if !ok || values[v.Name] == "" {
			return config, []error{err} // a fault of the struct, not of the environment
		}
		problems = append(problems, fmt.Errorf("%s must be %s: %w", v.Name, v.form(), wrong.Err))
		delete(values, v.Name)
	}
	config, more := parse(values)
	return config, append(problems, more...)
}

// configurationError joins the problems, some of which may be nil.
func configurationError(problems []error) error {
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	return nil
}

// variableOf returns the name of the variable at the start of a problem.
func variableOf(problem error) string {
	name, _, _ := strings.Cut(problem.Error(), " ")
	return strings.TrimSuffix(strings.TrimSuffix(name, ":"), "_FILE")
}

// Variable is an environment variable that the gateway reads.
type Variable struct {
	Name string
	// Default is empty when there is no default, or when it depends on other variables.
	Default string
	// Secret says that the value is never shown, and that NAME_FILE may name a file that contains it.
	Secret bool

	field string
	kind  reflect.Type
}

// Variables returns the variables that the gateway reads, in the order of Config.
func Variables() []Variable {
	config := reflect.TypeFor[Config]()
	var all []Variable
	for i := range config.NumField() {
		f := config.Field(i)
		if name := f.Tag.Get("env"); name != "" {
			all = append(all, Variable{
				Name: name, Default: f.Tag.Get("envDefault"), Secret: f.Tag.Get("secret") != "", field: f.Name, kind: f.Type,
			})
		}
	}
	return all
}

// form describes the values that the variable accepts.
func (v Variable) form() string {
	kind := v.kind
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch kind {
	case reflect.TypeFor[time.Duration]():
		return "a duration such as 30s, 15m or 48h"
	case reflect.TypeFor[float64]():
		return "a number such as 0.1"
	case reflect.TypeFor[decimal.Decimal]():
		return "a number such as 11 or 10000000"
	case reflect.TypeFor[map[string]time.Duration]():
		return "durations by channel code such as OVO=2m,QRIS=1h"
	case reflect.TypeFor[bool]():
		return "true or false"
	case reflect.TypeFor[int]():
		return "a whole number"
	}
	return "a " + strings.ToLower(kind.String())
}

const (
	// ownPrefix is a prefix that operators put before the gateway's variables by mistake; they have none.
	ownPrefix = "GATEWAY_"
	// nearEnough is the number of wrong letters up to which a name counts as misspelt. Names shorter than
	// short allow fewer (nearEnoughShort), because too many words are near them.
	nearEnough, nearEnoughShort, short = 2, 1, 9
)

// misspelt returns a warning for each environment variable that looks like one of the gateway's but is not
// read. used are read though the gateway does not know them by name.
func misspelt(environ, used []string) []string {
	names := map[string]bool{}
	secrets := map[string]bool{}
	var known []string
	for _, v := range Variables() {
		names[v.Name], secrets[v.Name] = true, v.Secret
		known = append(known, v.Name)
		if v.Secret {
			names[v.Name+fileSuffix] = true
			known = append(known, v.Name+fileSuffix)
		}
	}
	var warnings []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if names[name] || slices.Contains(used, name) {
			continue
		}
		if bare, ok := strings.CutSuffix(name, fileSuffix); ok && names[bare] && !secrets[bare] {
			warnings = append(warnings, fmt.Sprintf("%s is not read: only secrets come from files; set %s", name, bare))
			continue
		}
		if meant := meantBy(name, known); meant != "" {
			warnings = append(warnings, fmt.Sprintf("%s is not read: did you mean %s?", name, meant))
		} else if hasOwnPrefix(name) {
			warnings = append(warnings, name+" is not read: no variable of the gateway is like it")
		}
	}
	slices.Sort(warnings)
	return warnings
}

// meantBy returns the nearest known name, or "" when none is near enough.
func meantBy(name string, known []string) (nearest string) {
	if hasOwnPrefix(name) {
		name = strings.TrimPrefix(name, ownPrefix)
	}
	best := nearEnough + 1
	for _, k := range known {
		limit := nearEnough
		if len(k) <= short {
			limit = nearEnoughShort
		}
		if d := distance(strings.ToUpper(name), k); d <= limit && d < best {
			nearest, best = k, d
		}
	}
	return nearest
}

// hasOwnPrefix reports whether a name has the prefix. It leaves out variables that the demo reads, and those
// that Kubernetes sets for a service named gateway.
func hasOwnPrefix(name string) bool {
	return strings.HasPrefix(name, ownPrefix) && name != "GATEWAY_URL" && name != "GATEWAY_PORT" &&
		!strings.HasPrefix(name, "GATEWAY_PORT_") && !strings.HasPrefix(name, "GATEWAY_SERVICE_")
}

// distance counts the letters that are missing, superfluous, wrong, or swapped with the next one between two
// names.
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
