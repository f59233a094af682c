package main

import "github.com/shopspring/decimal"

func (s *story) showBalance() {
	s.balanceIs(s.earned)
	s.fact("%s, the sum of the five credits to the sen", rupiah(s.earned))
}

// balanceIs waits until the balance has this value, with nothing held. It must wait, because the last credit is
// posted after its callback was sent.
func (s *story) balanceIs(want decimal.Decimal) {
	s.until(s.shop, "/account/balance", func(b object) bool {
		return b.amount("saldo").Equal(want) && b.amount("ditahan").IsZero()
	})
}

func (s *story) withdraw() {
	ask := object{"jumlah": 100_000, "url": s.receiver.URL + "/withdrawals"}
	s.idempotencyKey = "demo-withdrawal"
	first := s.post(s.shop, "/withdrawals", ask, 201)
	id, total := first.text("id"), first.amount("total")
	s.fact("withdrawal %s is %s: %s with the fee of %s, held", id, first.text("status"), rupiah(total), rupiah(first.amount("biaya_penarikan")))
	again := s.post(s.shop, "/withdrawals", ask, 201)
	s.require(again.replayed && string(again.raw) == string(first.raw), "the same key must give the same answer", string(again.raw))
	s.fact("sent again with the same Idempotency-Key: the same answer, byte for byte")
	s.idempotencyKey = ""
	refused := s.post(s.shop, "/withdrawals", ask, 400)
	s.fact("a second one is refused while the first is open: %s", refused.text("error_code"))

	s.post(s.admin, "/admin/withdrawals/"+id+"/approve", nil, 200)
	s.post(person{"bank", s.shop.header, s.shop.value}, "/sandbox/withdrawals/"+id+"/complete", nil, 200)
	c := s.callback("/withdrawals", "completed")
	s.fact("callback, signature valid: %s", c.text("status"))
	s.requireBalanceAfterPayout(total, "paid out")
}

func (s *story) settle() {
	asked := s.post(s.shop, "/settlements", object{"jumlah": 50_000, "tujuan": "gaji", "norek": "1234567890", "bank": "BCA"}, 201)
	path := "/admin/settlements/" + asked.text("id")
	s.post(s.admin, path+"/approve", object{"manual": true}, 200)
	done := s.post(s.admin, path+"/complete", object{"di_transfer_oleh": "Ani"}, 200)
	s.require(done.text("status") == "completed", "the settlement must be completed", done.text("status"))
	s.fact("%s, transferred by %s", done.text("status"), done.text("di_transfer_oleh"))
	s.requireBalanceAfterPayout(asked.amount("total"), "settled")
}

// requireBalanceAfterPayout checks that the payout reduced the balance by its total, and that nothing is held.
func (s *story) requireBalanceAfterPayout(total decimal.Decimal, what string) {
	s.earned = s.earned.Sub(total)
	s.balanceIs(s.earned)
	s.fact("%s %s: the balance is %s, none of it held", rupiah(total), what, rupiah(s.earned))
}
