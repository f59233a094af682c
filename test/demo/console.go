package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gateway/test/screenshots"
)

// deadAddress is an address where nothing listens, so callbacks to it fail.
const deadAddress = "http://127.0.0.1:9/callbacks"

// leaveWork leaves things that wait for a person, to look at in the console.
func (s *story) leaveWork() {
	s.vaNumber = s.open("va", due, object{"bank_code": "BNI", "customer_name": "Sari", "external_id": "ORDER-6"}).text("va_number")
	s.fact("a virtual account waits for its customer: BNI %s", s.vaNumber)
	wrong := transaction(s.open("invoice", due, object{"external_id": "ORDER-7"}))
	s.pay(wrong, object{"amount": 90_000})
	s.until(s.admin, "/admin/suspense?status=open", func(o object) bool { return o.text("transaction_id") == wrong })
	s.fact("%s was paid a wrong amount, which waits for an administrator", wrong)
	lost := transaction(s.open("qris", due, object{"external_id": "ORDER-8", "metadata": object{"callback_url": deadAddress}}))
	s.pay(lost, nil)
	s.until(s.admin, "/admin/callbacks?status=pending", func(o object) bool { return o.text("url") == deadAddress })
	s.fact("%s is paid, and its callback fails", lost)
	s.post(s.shop, "/withdrawals", object{"jumlah": 25_000, "url": deadAddress}, 201)
	s.fact("a withdrawal waits for approval")
	s.post(s.portal, "/tickets", object{"subject": "Callbacks", "description": "Why do they not arrive?", "category": "question"}, 201)
	s.fact("a ticket waits for an answer")
	email := fmt.Sprintf("demo-new-%d@example.com", time.Now().UnixNano())
	s.post(anonymous, "/auth/register", object{"nama": "Toko Baru", "email": email, "password": demoPassword}, 201)
	s.fact("a new merchant waits for approval")
}

// showConsole says where the console is, and which pages to look at.
func (s *story) showConsole() {
	g := s.gateway
	s.out.title("\nNow look at it.")
	fmt.Fprintf(s.out.out, `   Staff:     %[1]s/console
              %[2]s, password %[3]s
   Merchant:  %[1]s/portal
              %[4]s, password %[5]s

   - As staff, search for %[6]s: the page of the payment says why it is not credited.
   - The overview lists what waits for a person: a registration, a withdrawal, a wrong amount.
   - As the merchant, look at the callback that fails, and at how each figure of the balance came about.
`, g.url, g.adminEmail, g.adminPassword, s.email, demoPassword, s.vaNumber)
}

// takePictures takes pictures of the console's main pages.
func (s *story) takePictures(folder string) error {
	g, client := s.gateway, strings.TrimPrefix(s.clientPath, "/admin")
	staff := screenshots.Options{URL: g.url, Site: "console", Email: g.adminEmail, Password: g.adminPassword, Out: folder, Language: "en", Dark: true}
	staff.Paths = []string{"/", "/search?q=" + s.vaNumber, client, client + "/balance", "/trial-balance", "/log", "/projections"}
	portal := screenshots.Options{URL: g.url, Site: "portal", Email: s.email, Password: demoPassword, Out: folder, Language: "en", Dark: true}
	portal.Paths = []string{"/", "/payments", "/balance", "/statements", "/callbacks"}
	return errors.Join(screenshots.Take(s.ctx, staff), screenshots.Take(s.ctx, portal))
}
