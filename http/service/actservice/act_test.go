package actservice

import (
	"reflect"
	"testing"

	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/balanceservice"
)

// A rehearsal that kept one Core of the use cases would do the act without a second administrator.
func TestARehearsalReplacesEveryCore(t *testing.T) {
	t.Parallel()
	log := eventstore.NewLog(nil, eventstore.NewCodec(), eventstore.Options{})
	core := &service.Core{Log: log}
	use := UseCases{Balances: balanceservice.New(core, nil)}
	found := 0
	walkCores(reflect.ValueOf(&use), func(at reflect.Value) {
		at.Set(reflect.ValueOf(core))
		found++
	})
	walkCores(reflect.ValueOf(use.rehearsal()), func(at reflect.Value) {
		if at.Interface() == core {
			t.Errorf("a field still has the Core that appends")
		}
		found--
	})
	if found != 0 {
		t.Errorf("%d of the Cores are gone", found)
	}
	if use.Balances.Core != core {
		t.Error("the use cases themselves now rehearse")
	}
}

// walkCores visits each *service.Core of a value that is exported, nested structs and pointers to them included.
func walkCores(v reflect.Value, visit func(at reflect.Value)) {
	switch {
	case v.Type() == reflect.TypeFor[*service.Core]():
		visit(v)
	case v.Kind() == reflect.Pointer && v.Type().Elem().Kind() == reflect.Struct && !v.IsNil():
		walkCores(v.Elem(), visit)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walkCores(v.Field(i), visit)
			}
		}
	}
}
