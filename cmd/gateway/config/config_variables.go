package config

import (
	"reflect"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

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
