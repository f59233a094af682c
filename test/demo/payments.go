package main

import (
	"fmt"
	"time"

	"github.com/shopspring/decimal"
)

const due = 150_000

// demoPassword is the password of the merchants in the story.
const demoPassword = "rahasia-123"

func (s *story) openAccount() {
	s.email = fmt.Sprintf("demo-%d@example.com", time.Now().UnixNano())
	login := object{"email": s.email, "password": demoPassword}
	id := s.post(anonymous, "/auth/register", object{"nama": "Toko Maju", "email": s.email, "password": demoPassword}, 201).text("id")
	s.clientPath = "/admin/clients/" + id
	s.portal = bearer("merchant", s.post(anonymous, "/auth/login", login, 200))
	s.admin = bearer("admin", s.post(anonymous, "/admin/auth/login",
		object{"email": s.gateway.adminEmail, "password": s.gateway.adminPassword}, 200))
	s.post(s.admin, s.clientPath+"/approve", object{"reason": "documents checked"}, 200)
	key := s.post(s.portal, "/api-keys", object{"name": "server"}, 201)
	s.shop = person{"merchant", "X-API-Key", key.text("key")}
	s.fact("client %s may integrate, with the key %s", id, key.text("masked_key"))
	s.secret = s.get(s.portal, "/webhook-secret").text("secret")
	s.fact("the secret that callbacks will be signed with")
	s.put(s.shop, "/account", object{"norek": "1234567890", "bank": "BCA"}, 200)
	s.fact("withdrawals will go to 1234567890 at BCA")
}

func bearer(name string, login reply) person {
	return person{name, "Authorization", "Bearer " + login.text("token")}
}

func (s *story) quoteFees() {
	channels := []string{"BCA", "OVO", "QRIS", "INVOICE"}
	for _, q := range s.post(s.shop, "/fees/calculate/bulk", object{"amount": due, "channels": channels}, 200).list {
		fee, vat, net := q.amount("fee"), q.amount("vat"), q.amount("net_amount")
		s.require(fee.Add(vat).Add(net).Equal(decimal.NewFromInt(due)), "fee + VAT + net must be the amount", net)
		s.fact("%-8s fee %-9s VAT %-12s net %s", q.text("channel_code"), rupiah(fee), rupiah(vat), rupiah(net))
	}
}

func (s *story) takePayments() {
	for _, c := range []struct {
		channel string
		asks    object
		shows   func(reply) string
	}{
		{"va", object{"bank_code": "BCA", "customer_name": "Budi"}, func(r reply) string { return "to transfer to: BCA " + r.text("va_number") }},
		{"ewallet", object{"channel_code": "OVO", "customer_phone": "081234567890"}, func(r reply) string { return "to pay at: " + r.text("pay_url") }},
		{"qris", object{}, func(r reply) string { return "to scan: " + r.text("qr_string")[:40] + "..." }},
		{"invoice", object{}, func(r reply) string { return "to open: " + r.text("invoice_url") }},
	} {
		created := s.open(c.channel, due, c.asks)
		if s.err == nil {
			s.fact("%s", c.shows(created))
		}
		s.pay(transaction(created), nil)
		s.isPaid()
	}
}

func transaction(created reply) string {
	return created.object.object("transaction").text("transaction_id")
}

func (s *story) open(channel string, amount int, asks object) reply {
	body := object{"amount": amount, "metadata": object{"callback_url": s.receiver.URL + "/payments"}}
	for field, value := range asks {
		body[field] = value
	}
	return s.post(s.shop, "/payments/"+channel, body, 201)
}

// pay makes the simulated provider take money from a customer.
func (s *story) pay(id string, body object) {
	s.post(person{"customer", s.shop.header, s.shop.value}, "/sandbox/payments/"+id+"/pay", body, 200)
}

func (s *story) isPaid() {
	c := s.callback("/payments", "PAID")
	net := c.amount("adjusted_received_amount")
	s.earned = s.earned.Add(net)
	s.fact("callback, signature valid: %s by %s, %s of it the merchant's", c.text("status"), c.text("payment_channel"), rupiah(net))
}

func (s *story) takeWrongAmount() {
	id := transaction(s.open("invoice", due, object{"external_id": "ORDER-5"}))
	s.pay(id, object{"amount": 100_000})
	item := s.until(s.admin, "/admin/suspense?status=open", func(o object) bool { return o.text("transaction_id") == id })
	s.fact("%s paid of %s: in suspense, because of %s", rupiah(item.amount("paid_amount")), rupiah(item.amount("amount")), item.text("reason"))
	status := s.get(s.shop, "/payments/"+id+"/status").text("status")
	s.require(status == "PENDING", "the payment must still be PENDING", status)
	s.require(s.receiver.Waiting() == 0, "there must be no callback yet", s.receiver.Waiting())
	s.fact("still %s, and no callback was sent", status)
	s.post(s.admin, "/admin/suspense/"+item.text("id")+"/release", object{"reason": "the customer agreed"}, 200)
	s.isPaid()
}
