package main

import (
	"strings"
	"testing"
)

// command runs gateway with the arguments and returns its output.
func command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := rootCommand()
	var out strings.Builder
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

func TestConfigCheckPrintsWhatIsUsedAndFailsForWhatIsWrong(t *testing.T) {
	t.Setenv("MASTER_SECRET", "hush")
	t.Setenv("LOG_LEVLE", "info")
	out, err := command(t, "config", "check")
	if err != nil || strings.Contains(out, "hush") {
		t.Errorf("%v\n%s", err, out)
	}
	printed := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{"MASTER_SECRET set", "LOG_LEVEL warning", "PUBLIC_URL - ", "warning: LOG_LEVLE is not read: did you mean LOG_LEVEL?"} {
		if !strings.Contains(printed, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	t.Setenv("PROVIDER_TIMEOUT", "soon")
	out, err = command(t, "config", "check")
	if err == nil || !strings.Contains(err.Error(), "PROVIDER_TIMEOUT must be a duration") || !strings.Contains(out, "PROVIDER_TIMEOUT") {
		t.Errorf("%v\n%s", err, out)
	}
}
