package config

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/caarlos0/env/v11"
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
	config.warnings, config.files = append(misspelt(environ), config.unused()...), files
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
