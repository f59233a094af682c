package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestAPayoutThatNoConnectionMakesIsNamed(t *testing.T) {
	i := install(t)
	i.addMerchant()
	i.stop()
	providersFile(t, "xendit")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	id := i.post("/withdrawals", i.shop, `{"jumlah":20000,"url":"`+i.url+`"}`).id("id")
	i.post(fmt.Sprintf("/admin/withdrawals/%d/approve", id), i.admin, "")
	name := fmt.Sprintf("withdrawals/%d", id)
	if got := i.prints("why", name); !strings.Contains(got, "waits for staff (no_connection)") {
		t.Errorf("it prints\n%s", got)
	}
	if got := string(i.get(fmt.Sprintf("/admin/why/withdrawals-%d", id), i.admin).raw); !strings.Contains(got, "no_connection") {
		t.Errorf("the API says %s", got)
	}
	if got := string(i.get(fmt.Sprintf("/why/withdrawals-%d", id), i.shop).raw); strings.Contains(got, "no_connection") || !strings.Contains(got, "not_sent") {
		t.Errorf("the merchant is told %s", got)
	}
	attention := compact(t, string(i.get("/admin/attention", i.admin).raw))
	if !strings.Contains(attention, `"kind":"payouts_without_connection","count":1,`) {
		t.Errorf("attention is %s", attention)
	}
}

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
