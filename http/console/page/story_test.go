package page

import "testing"

func TestWhatAnEventSaysIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	pairs := dataPairs([]byte(`{"account_holder":"CV Maju \u0026 \"Jaya\"","amount":150000.50,"kind":"withdrawal","error":null,"ids":["a"]}`))
	want := []string{`account_holder: CV Maju & "Jaya"`, "amount: 150000.50", "kind: withdrawal", "error: null", `ids: ["a"]`}
	if len(pairs) != len(want) {
		t.Fatalf("%d fields, want %d", len(pairs), len(want))
	}
	for i, p := range pairs {
		if got := p.Label + ": " + p.Value.Text; got != want[i] {
			t.Errorf("field %d is %s, want %s", i, got, want[i])
		}
	}
}
