package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestWhyPrintsWhatTheAPIAnswers(t *testing.T) {
	i := install(t)
	i.addMerchant()
	name := fmt.Sprintf("clients/%d", i.client)
	if got, want := compact(t, i.prints("why", name, "--json")), compact(t, string(i.get(fmt.Sprintf("/admin/why/clients-%d", i.client), i.admin).raw)); got != want {
		t.Errorf("the command prints\n%s\nthe API says\n%s", got, want)
	}
	for language, words := range map[string]string{"en": "There is nothing to wait for.", "id": "Tidak ada yang ditunggu."} {
		if got := i.prints("why", name, "--lang", language); !strings.HasPrefix(got, name+" of client") || !strings.Contains(got, words) {
			t.Errorf("it prints\n%s", got)
		}
	}
	for _, wrong := range [][]string{{"why", "INV-1-1"}, {"why", name, "--lang", "fr"}, {"why"}} {
		if out, err := i.run(wrong...); err == nil {
			t.Errorf("%v prints %s", wrong, out)
		}
	}
}
