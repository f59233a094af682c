package snapsimulator

import (
	"gateway/http/snap"
)

// generateQR is service 47.
func (s *Simulator) generateQR(d *document, externalID string) (answer, *refusal) {
	b, refused := s.ordered(d, snap.ServiceQRGenerate, "validityPeriod", externalID)
	if refused != nil {
		return nil, refused
	}
	b.content = "00020101021226QR" + b.referenceNo + "6304"
	return answer{
		"referenceNo": b.referenceNo, "partnerReferenceNo": b.reference, "qrContent": b.content,
		"merchantName": "MERCHANT",
	}, nil
}

// ordered keeps a QR code or a direct debit.
func (s *Simulator) ordered(d *document, opened int, expiry, externalID string) (*bill, *refusal) {
	b := &bill{
		opened: opened, reference: d.text("partnerReferenceNo", 64, mandatory), externalID: externalID,
		amount: d.amount("amount"), expiresAt: d.time(expiry),
	}
	if *d.refused != nil {
		return nil, *d.refused
	}
	longest := s.company.longestValidity
	if b.expired(s.now()) || opened == snap.ServiceDebitPayment && longest > 0 && b.expiresAt.After(s.now().Add(longest)) {
		return nil, &refusal{snap.InvalidField, expiry}
	}
	return b, s.add(b)
}

// queryQR is service 51.
func (s *Simulator) queryQR(d *document, _ string) (answer, *refusal) {
	if d.text("serviceCode", 2, mandatory) != "47" {
		d.refuse(snap.InvalidField, "serviceCode")
	}
	b, refused := s.found(d, snap.ServiceQRGenerate, true)
	if refused != nil {
		return nil, refused
	}
	return s.statusOf(b, "47"), nil
}

// cancelQR is service 77.
func (s *Simulator) cancelQR(d *document, _ string) (answer, *refusal) {
	merchantID(d)
	d.text("reason", 256, mandatory)
	return s.cancelled(d, snap.ServiceQRGenerate, true)
}

func (s *Simulator) cancelled(d *document, opened int, byReference bool) (answer, *refusal) {
	b, refused := s.found(d, opened, byReference)
	if refused != nil {
		return nil, refused
	}
	if refused := s.cancel(b); refused != nil {
		return nil, refused
	}
	return answer{
		"originalReferenceNo": b.referenceNo, "originalPartnerReferenceNo": b.reference, "cancelTime": snap.FormatTime(s.now()),
	}, nil
}

// createDebit is service 54.
func (s *Simulator) createDebit(d *document, externalID string) (answer, *refusal) {
	b, refused := s.ordered(d, snap.ServiceDebitPayment, "validUpTo", externalID)
	if refused != nil {
		return nil, refused
	}
	if options, ok := d.members["payOptionDetails"].([]any); ok && len(options) > 0 {
		option, _ := options[0].(map[string]any)
		word, _ := option["payMethod"].(string)
		b.channel = channelOf(word)
	}
	b.returnURL = returnURL(d)
	return answer{
		"referenceNo": b.referenceNo, "partnerReferenceNo": b.reference, "webRedirectUrl": s.PagesURL + "/ewallets/" + b.referenceNo,
	}, nil
}

// statusOfDebit is service 55. A company whose codes have no service answers that it found nothing by a status.
func (s *Simulator) statusOfDebit(d *document, _ string) (answer, *refusal) {
	if d.text("serviceCode", 2, mandatory) != s.company.debitStatusOf {
		d.refuse(snap.InvalidField, "serviceCode")
	}
	b, refused := s.found(d, snap.ServiceDebitPayment, s.company.debitByReference)
	if refused != nil && refused.code.Is(snap.TransactionMissing) && s.company.serviceless {
		return answer{"serviceCode": "54", "latestTransactionStatus": string(snap.StatusNotFound), "transactionStatusDesc": "NOT_FOUND"}, nil
	}
	if refused != nil {
		return nil, refused
	}
	return s.statusOf(b, s.company.debitStatusOf), nil
}

// cancelDebit is service 57.
func (s *Simulator) cancelDebit(d *document, _ string) (answer, *refusal) {
	return s.cancelled(d, snap.ServiceDebitPayment, s.company.debitByReference)
}

// returnURL is where the customer goes afterwards: the standard's table and its samples name the member differently,
// and one company sends an object in place of a list.
func returnURL(d *document) string {
	for _, name := range []string{"urlParam", "urlParams"} {
		member := d.members[name]
		if list, ok := member.([]any); ok && len(list) > 0 {
			member = list[0]
		}
		if one, ok := member.(map[string]any); ok {
			url, _ := one["url"].(string)
			return url
		}
	}
	return ""
}
