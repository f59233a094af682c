package snapsimulator

import (
	"regexp"
	"strings"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

var (
	// partnerServiceID has 8 characters: digits, padded with spaces on the left.
	partnerServiceID = regexp.MustCompile(`^ {0,7}\d{1,8}$`)
	customerNo       = regexp.MustCompile(`^\d{1,20}$`)
)

// identity reads the three members that identify a virtual account. The number is the other two, one after the
// other, with the padding.
func identity(d *document) map[string]any {
	prefix, customer := d.text("partnerServiceId", 8, mandatory), d.text("customerNo", 20, mandatory)
	number := d.text("virtualAccountNo", 28, mandatory)
	if *d.refused != nil {
		return nil
	}
	switch {
	case len(prefix) != 8 || !partnerServiceID.MatchString(prefix):
		d.refuse(snap.InvalidField, "partnerServiceId")
	case !customerNo.MatchString(customer):
		d.refuse(snap.InvalidField, "customerNo")
	case number != prefix+customer:
		d.refuse(snap.InvalidField, "virtualAccountNo")
	}
	return map[string]any{"partnerServiceId": prefix, "customerNo": customer, "virtualAccountNo": number}
}

// createVA is service 27.
func (s *Simulator) createVA(d *document, externalID string) (answer, *refusal) {
	va := identity(d)
	trxID, name := d.text("trxId", 64, mandatory), d.text("virtualAccountName", 255, mandatory)
	amount, expiresAt := d.amount("totalAmount"), d.time("expiredDate")
	if kind := d.text("virtualAccountTrxType", 1, optional); kind != "" && kind != "C" {
		d.refuse(snap.InvalidField, "virtualAccountTrxType") // the others take any amount, which this company does not play
	}
	switch {
	case *d.refused != nil:
		return nil, *d.refused
	case !expiresAt.IsZero() && !s.now().Before(expiresAt):
		return nil, &refusal{snap.InvalidField, "expiredDate"}
	case s.bills[trxID] != nil:
		return nil, &refusal{snap.DuplicateReference, ""}
	}
	if s.givenPrefix != "" {
		va["partnerServiceId"] = s.givenPrefix
		va["virtualAccountNo"] = s.givenPrefix + va["customerNo"].(string)
	}
	for s.inUse(va["virtualAccountNo"].(string)) {
		if !s.company.replacesNumbers {
			return nil, &refusal{snap.InvalidField, "virtualAccountNo"}
		}
		customer := digits(10)
		va["customerNo"], va["virtualAccountNo"] = customer, va["partnerServiceId"].(string)+customer
	}
	va["virtualAccountName"], va["trxId"], va["totalAmount"], va["virtualAccountTrxType"] = name, trxID, snap.AmountOf(amount), "C"
	for _, echoed := range []string{"virtualAccountEmail", "virtualAccountPhone", "expiredDate"} {
		if d.members[echoed] != nil {
			va[echoed] = d.members[echoed]
		}
	}
	info := map[string]any{"howToPayPage": "https://company.example/how-to-pay", "howToPayApi": "https://company.example/api/how-to-pay"}
	va["additionalInfo"] = with(info, d.object("additionalInfo", optional).members)
	b := &bill{opened: snap.ServiceVACreate, reference: trxID, externalID: externalID, amount: amount, expiresAt: expiresAt, va: va}
	for _, name := range []string{"channel", "bank"} { // one company's member, and another's
		if word, ok := d.object("additionalInfo", optional).members[name].(string); ok {
			b.channel = channelOf(word)
		}
	}
	return answer{"virtualAccountData": with(va, nil)}, s.add(b)
}

// inUse reports whether an open virtual account has the number.
func (s *Simulator) inUse(number string) bool {
	for _, b := range s.bills {
		if b.va != nil && b.number() == number && b.open(s.now()) {
			return true
		}
	}
	return false
}

// vaOf finds the newest virtual account with the identity and, if the body has one, the trxId.
func (s *Simulator) vaOf(d *document, n need) (found *bill, refused *refusal) {
	va, trxID := identity(d), d.text("trxId", 64, n)
	if *d.refused != nil {
		return nil, *d.refused
	}
	for _, b := range s.bills {
		if b.va == nil || b.cancelled || b.number() != va["virtualAccountNo"] || trxID != "" && b.reference != trxID {
			continue
		}
		if found == nil || b.createdAt.After(found.createdAt) {
			found = b
		}
	}
	if found == nil {
		return nil, &refusal{snap.BillMissing, ""}
	}
	return found, nil
}

// statusOfVA is service 26.
func (s *Simulator) statusOfVA(d *document, _ string) (answer, *refusal) {
	b, refused := s.vaOf(d, optional)
	if refused != nil {
		return nil, refused
	}
	data := map[string]any{
		"partnerServiceId": b.va["partnerServiceId"], "customerNo": b.va["customerNo"], "virtualAccountNo": b.va["virtualAccountNo"],
		"inquiryRequestId": d.text("inquiryRequestId", 128, optional), "billDetails": []any{}, "additionalInfo": b.va["additionalInfo"],
		"paymentFlagReason": map[string]any{"english": "Pending", "indonesia": "Tertunda"},
		"paidAmount":        snap.AmountOf(decimal.Zero),
	}
	flag := "03"
	if len(b.paid) > 0 {
		flag = "00"
		data["paymentRequestId"], data["paidAmount"] = b.paid[0].id, snap.AmountOf(b.paid[0].amount)
		data["paymentFlagReason"] = map[string]any{"english": "Success", "indonesia": "Sukses"}
	}
	if s.company.statusFlags {
		data["paymentFlagStatus"], data["trxId"], data["totalAmount"] = flag, b.reference, snap.AmountOf(b.amount)
		if flag == "00" {
			data["transactionDate"] = snap.FormatTime(b.paid[0].at)
		}
	}
	return answer{"virtualAccountData": data, "additionalInfo": map[string]any{"acquirer": "BANK"}}, nil
}

// inquireVA is service 30.
func (s *Simulator) inquireVA(d *document, _ string) (answer, *refusal) {
	b, refused := s.vaOf(d, mandatory)
	if refused != nil {
		return nil, refused
	}
	return answer{"virtualAccountData": with(b.va, nil)}, nil
}

// deleteVA is service 31.
func (s *Simulator) deleteVA(d *document, _ string) (answer, *refusal) {
	b, refused := s.vaOf(d, mandatory)
	if refused != nil {
		return nil, refused
	}
	if refused := s.cancel(b); refused != nil {
		return nil, refused
	}
	data := map[string]any{"trxId": b.reference, "additionalInfo": b.va["additionalInfo"]}
	for _, name := range []string{"partnerServiceId", "customerNo", "virtualAccountNo"} {
		data[name] = b.va[name]
	}
	return answer{"virtualAccountData": data}, nil
}

// unpadded is the number that a customer types.
func unpadded(number string) string { return strings.TrimLeft(number, " ") }
