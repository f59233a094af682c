package catalogue_test

import (
	"reflect"
	"strings"
	"testing"

	"gateway/domain/catalogue"
	"gateway/domain/recovery"
)

// declaring lists the packages whose events declare what an account gains.
var declaring = []string{"account", "person", "endpoint", "secondfactor"}

func TestEachEventOfAnAccountDeclaresWhatIsGainedByIt(t *testing.T) {
	t.Parallel()
	declared := 0
	for _, event := range catalogue.Events() {
		path := reflect.TypeOf(event).PkgPath()
		for _, name := range declaring {
			if !strings.HasSuffix(path, "/domain/"+name) {
				continue
			}
			if _, ok := event.(recovery.Declarer); !ok {
				t.Errorf("%s does not say whether an undo takes it back: give it a method Recovery (package recovery)", event.EventType())
			}
			declared++
		}
	}
	if declared < 30 {
		t.Errorf("only %d events were looked at", declared)
	}
}
