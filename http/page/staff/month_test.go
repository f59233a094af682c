package staff

import (
	"testing"

	"gateway/domain/words"
	"gateway/http/page"
	"gateway/http/service/periodservice"
)

func TestEachThingToDoForAMonthHasItsWords(t *testing.T) {
	t.Parallel()
	for _, code := range []string{
		periodservice.TodoWait, periodservice.TodoWaitEvent, periodservice.TodoEarlier, periodservice.TodoVerify, periodservice.TodoCompare,
		periodservice.TodoTooMany,
	} {
		if _, ok := words.CheckTodos[code]; !ok {
			t.Errorf("%s has no words", code)
		}
	}
}

func TestAFindingIsPutIntoWordsByItsName(t *testing.T) {
	t.Parallel()
	c := &page.Context{Language: words.Indonesian}
	for name, want := range map[string]string{
		"verify: every payment is booked exactly once: payment INV-1: x": "Setiap pembayaran dibukukan tepat sekali: payment INV-1: x",
		"verify: a newer rule: position 3":                               "verify: a newer rule: position 3",
		"reconcile bca: own money missing here a: b":                     "bca: Uang kita sendiri a: b: tidak ada di catatan kami",
		"reconcile xendit: money_unexplained":                            "xendit: Tidak dijelaskan",
		"reconcile xendit: balance unknown":                              "xendit: " + words.BalanceUnknown.Indonesian,
		"reconcile xendit: newer":                                        "reconcile xendit: newer",
		"reconcile":                                                      "reconcile",
		"":                                                               "",
	} {
		if got := findingText(c, name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	if a, b := reasonName("a"), reasonName("b"); a == b || a != reasonName("a") {
		t.Errorf("%s %s", a, b)
	}
}
