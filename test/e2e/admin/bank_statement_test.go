package admin

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// statementOf is an MT940 file of two days of our bank. It closes with 20,243,499.50.
const statementOf = ":20:A1\n:25:1234567890\n:28C:1/1\n:60F:C260129IDR0,\n" +
	":61:2601300130C20000000,NTRFCAPITAL\n:86:SETORAN MODAL\n:61:2601300130D6500,5NCHGADM\n" +
	":61:2601310131C250000,NTRFXENDIT\n:62F:C260131IDR20243499,5\n"

// upload is a file as POST /admin/bank-statements takes it.
func upload(name, content string) object {
	return object{"name": name, "content": base64.StdEncoding.EncodeToString([]byte(content))}
}

// linesOf returns the ids of the lines by their amounts.
func linesOf(t *testing.T, who caller, query string) map[string]string {
	t.Helper()
	ids := map[string]string{}
	for _, row := range who.Get(t, "%s", "/admin/bank-lines"+query).Wants(t, 200).List(t) {
		line := row.(map[string]any)
		ids[harness.JSON(line["amount"])] = line["id"].(string)
	}
	return ids
}

// A file is imported, its lines are matched, booked and explained, and then the books agree with the bank to the rupiah.
func TestABankStatementIsImportedAndClearedUntilTheBooksAgree(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	admin, auditor := g.Admin(t), g.AddAdmin(t, "auditor")
	admin.Post(t, "/admin/treasury", object{"kind": "owner_in", "amount": 20_000_000, "value_date": "2026-01-30", "reference": "capital"}).Wants(t, 201)

	auditor.Post(t, "/admin/bank-statements", upload("a.sta", statementOf)).Wants(t, 403)
	brought := object{"format": "mt940", "from": "2026-01-30", "to": "2026-01-31", "lines": 3, "new_lines": 3, "pending": 0}
	admin.Post(t, "/admin/bank-statements", upload("a.sta", statementOf)).Wants(t, 200).Is(t, brought)
	brought["new_lines"] = 0
	admin.Post(t, "/admin/bank-statements", upload("again.sta", statementOf)).Wants(t, 200).Is(t, brought)

	admin.Post(t, "/admin/bank-statements", upload("b.sta", strings.Replace(statementOf, "MODAL", "LAIN", 1))).Refuses(t, 409, "bank_files_contradict")
	bca := "Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n30/01/2026,A,,5,CR,5\nPEND,B,,3,DB,\n"
	other := upload("c.csv", bca)
	other["account"] = "1234567890"
	admin.Post(t, "/admin/bank-statements", other).Refuses(t, 409, "bank_format_differs")
	other["account"] = "77"
	wrong := upload("d.sta", strings.Replace(statementOf, "IDR20243499,5", "IDR1,", 1))
	admin.Post(t, "/admin/bank-statements", wrong).RefusesField(t, "content")
	wrong = upload("a.sta", statementOf)
	wrong["account"] = "99"
	admin.Post(t, "/admin/bank-statements", wrong).RefusesField(t, "content")
	admin.Get(t, "/admin/bank-statements?from=x").RefusesField(t, "from")
	admin.Get(t, "/admin/bank-lines?day=x").RefusesField(t, "day")

	lines := linesOf(t, auditor, "?status=unmatched")
	capital, charge, arrived := lines["20000000"], lines["-6500.5"], lines["250000"]
	shown := auditor.Get(t, "/admin/bank-lines/%s", capital).Wants(t, 200).Is(t, object{"status": "unmatched", "value_date": "2026-01-30"})
	proposal := shown.Field(t, "proposals").([]any)[0].(map[string]any)
	if got := harness.JSON(proposal["reasons"]); got != `["amount","day","near","only","reference"]` {
		t.Errorf("the reasons are %s", got)
	}
	match := object{"booking_id": proposal["id"], "reason": "same amount and day"}
	admin.Get(t, "/admin/bank-lines/x").Wants(t, 404)
	admin.Post(t, "/admin/bank-lines/x/match", match).Wants(t, 404)
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/match", charge), match).Refuses(t, 400, "bank_amount_differs")
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/match", charge), object{"booking_id": "x@0"}).RefusesField(t, "booking_id")
	for step, body := range map[string]object{"match": match, "explain": {"reason": "why"}, "reopen": {"reason": "why"}} {
		auditor.Post(t, fmt.Sprintf("/admin/bank-lines/%s/%s", capital, step), body).Wants(t, 403)
	}
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/match", capital), match).Wants(t, 200).Is(t, object{"status": "matched", "booking_id": proposal["id"]})
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/explain", capital), object{"reason": "why"}).Refuses(t, 409, "bank_line_cleared")
	admin.Post(t, "/admin/bank-lines/x/explain", object{"reason": "why"}).Wants(t, 404)
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/explain", charge), object{}).RefusesField(t, "reason")

	// A booking by hand names its line, once.
	book := object{"kind": "bank_charge", "amount": 6_500, "value_date": "2026-01-30", "reference": charge}
	admin.Post(t, "/admin/treasury", book).Refuses(t, 400, "bank_amount_differs")
	book["amount"], book["value_date"] = 6_500.5, "2026-01-29"
	admin.Post(t, "/admin/treasury", book).RefusesField(t, "value_date")
	book["value_date"] = "2026-01-30"
	admin.Post(t, "/admin/treasury", book).Wants(t, 201)
	admin.Post(t, "/admin/treasury", book).Refuses(t, 400, "reference_used")
	admin.Get(t, "/admin/bank-lines/%s", charge).Wants(t, 200).Is(t, object{"status": "matched"})

	// What the provider sent was on its way, and has arrived.
	admin.Post(t, "/admin/treasury", object{"kind": "provider_sent", "amount": 250_000, "value_date": "2026-01-30", "reference": "sent"}).Wants(t, 201).
		Is(t, object{"from": "bank:xendit:transit", "to": "provider:xendit:clearing"})
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/explain", arrived), object{"reason": "we ask the provider"}).Wants(t, 200).Is(t, object{"status": "explained"})
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/reopen", arrived), object{}).RefusesField(t, "reason")
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/reopen", arrived), object{"reason": "it was the provider"}).Wants(t, 200).Is(t, object{"status": "unmatched"})
	admin.Post(t, "/admin/bank-lines/x/reopen", object{"reason": "why"}).Wants(t, 404)
	admin.Post(t, "/admin/treasury", object{"kind": "transit_arrived", "amount": 250_000, "value_date": "2026-01-31", "reference": arrived}).Wants(t, 201)

	days := auditor.Get(t, "/admin/bank-statements?from=2026-01-01&to=2026-01-31").Wants(t, 200).List(t)
	for i, want := range []object{
		{"day": "2026-01-31", "bank": 20_243_499.5, "books": 20_243_499.5, "difference": 0, "agrees": true, "lines_to_clear": 0},
		{"day": "2026-01-30", "bank": 19_993_499.5, "books": 19_993_499.5, "difference": 0, "agrees": true, "missing": 0},
	} {
		for field, value := range want {
			if got := days[i].(map[string]any)[field]; harness.JSON(got) != harness.JSON(value) {
				t.Errorf("day %d: %s is %v, want %v", i, field, got, value)
			}
		}
	}
	csv := auditor.Get(t, "/admin/bank-statements?from=2026-01-01&to=2026-01-31&format=csv")
	if csv.Status != 200 || !strings.Contains(string(csv.Body), "2026-01-31,20243499.5,20243499.5,0,0,0,0,0,0,0,0,0,true,1234567890 a.sta") {
		t.Errorf("the file is\n%s", csv.Body)
	}
	if accounts := accountsOf(t, auditor); harness.JSON(accounts["bank:operating"]) != "-20243499.5" || harness.JSON(accounts["bank:xendit:transit"]) != "0" {
		t.Errorf("the accounts are %v", accounts)
	}

	// A booking belongs to one line, and a pending line to none.
	admin.Post(t, "/admin/bank-statements", other).Wants(t, 200).Is(t, object{"format": "bca_csv", "lines": 1, "pending": 1})
	pending := linesOf(t, auditor, "?status=pending")["-3"]
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/explain", pending), object{"reason": "why"}).Refuses(t, 409, "bank_line_pending")
	admin.Post(t, "/admin/treasury", object{"kind": "owner_out", "amount": 3, "reference": pending}).Refuses(t, 409, "bank_line_pending")
	admin.Post(t, "/admin/treasury", object{"kind": "owner_in", "amount": 5, "value_date": "2026-01-30", "reference": "five"}).Wants(t, 201)
	open := auditor.Get(t, "/admin/bank-bookings").Wants(t, 200).List(t)
	five := open[0].(map[string]any)["id"]
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/match", pending), object{"booking_id": five}).Refuses(t, 409, "bank_line_pending")
	first := linesOf(t, auditor, "?status=unmatched&day=2026-01-30")["5"]
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/match", first), object{"booking_id": five}).Wants(t, 200)
	second := upload("e.csv", strings.ReplaceAll(bca, "30/01/2026", "31/01/2026"))
	second["account"] = "78"
	admin.Post(t, "/admin/bank-statements", second).Wants(t, 200)
	other5 := linesOf(t, auditor, "?status=unmatched")["5"]
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/match", other5), object{"booking_id": five}).Refuses(t, 409, "bank_booking_taken")
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/reopen", first), object{"reason": "wrong"}).Wants(t, 200).Is(t, object{"status": "unmatched", "booking_id": ""})
	admin.Post(t, fmt.Sprintf("/admin/bank-lines/%s/match", other5), object{"booking_id": five}).Wants(t, 200)
}
