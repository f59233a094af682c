package snapsimulator

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gateway/http/snap"
)

const maxBody = 1 << 20

// answer is the body of an answer without its code.
type answer map[string]any

// service carries out a call. externalID is the call's X-EXTERNAL-ID. The lock is held.
type service func(s *Simulator, d *document, externalID string) (answer, *refusal)

var services = map[int]service{
	snap.ServiceVACreate: (*Simulator).createVA, snap.ServiceVAStatus: (*Simulator).statusOfVA,
	snap.ServiceVAInquiry: (*Simulator).inquireVA, snap.ServiceVADelete: (*Simulator).deleteVA,
	snap.ServiceQRGenerate: (*Simulator).generateQR, snap.ServiceQRQuery: (*Simulator).queryQR, snap.ServiceQRCancel: (*Simulator).cancelQR,
	snap.ServiceDebitPayment: (*Simulator).createDebit, snap.ServiceDebitStatus: (*Simulator).statusOfDebit,
	snap.ServiceDebitCancel: (*Simulator).cancelDebit, snap.ServiceDebitRefund: (*Simulator).refundDebit,
	snap.ServiceQRRefund:       (*Simulator).refundQR,
	snap.ServiceAccountInquiry: (*Simulator).inquireAccount, snap.ServiceInterbankTransfer: (*Simulator).orderTransfer,
	snap.ServiceTransferStatus: (*Simulator).statusOfTransfer, snap.ServiceBalance: (*Simulator).inquireBalance,
}

// ServeHTTP serves the company's services.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		s.write(w, 0, snap.BadRequest, answer{})
		return
	}
	service, ok, wrongMethod := s.company.serviceOf(r)
	switch {
	case wrongMethod:
		s.write(w, service, snap.Code{Status: http.StatusMethodNotAllowed}, answer{})
		return
	case !ok:
		http.NotFound(w, r)
		return
	}
	fault := s.faultOf(service)
	code, said := snap.Successful, answer{}
	if !fault.Undone {
		code, said = s.carryOut(service, r, body)
	}
	if fault.Then != nil {
		fault.Then()
	}
	s.answer(w, r, service, fault, code, said)
}

// carryOut checks a call as the company does, and does what it asks for.
func (s *Simulator) carryOut(service int, r *http.Request, body []byte) (snap.Code, answer) {
	var done answer
	var refused *refusal
	_ = s.change(func() error {
		if service == snap.ServiceAccessToken {
			done, refused = s.issueToken(r, body)
			return nil
		}
		if refused = s.authenticate(service, r, body); refused != nil {
			return nil
		}
		d, bad := parse(body)
		if refused = bad; refused != nil {
			return nil
		}
		if check := s.company.checks[service]; check != nil {
			check(d)
		}
		if s.MerchantID != "" && d.text("merchantId", 64, optional) != "" && d.members["merchantId"] != s.MerchantID {
			d.refuse(snap.Code{Status: http.StatusNotFound, Case: 8}, "merchantId")
		}
		if refused = *d.refused; refused == nil {
			done, refused = services[service](s, d, r.Header.Get(snap.HeaderExternalID))
		}
		return nil
	})
	if refused != nil {
		return refused.code, answer{"responseMessage": refused.message()}
	}
	return snap.Successful, done
}

// authenticate checks the headers, the signature and the X-EXTERNAL-ID of a call.
func (s *Simulator) authenticate(service int, r *http.Request, body []byte) *refusal {
	names := []string{"Content-Type", snap.HeaderTimestamp, snap.HeaderSignature, snap.HeaderPartnerID, snap.HeaderExternalID}
	if service == snap.ServiceDebitPayment {
		names = append(names, s.company.debitHeaders...)
	}
	for _, name := range names {
		if r.Header.Get(name) == "" {
			return &refusal{snap.MissingField, name}
		}
	}
	// One of the official clients names it X-CHANNEL-ID in some calls, another leaves it out of them.
	withoutChannel := service == snap.ServiceDebitStatus || service == snap.ServiceDebitRefund
	if r.Header.Get(snap.HeaderChannelID) == "" && r.Header.Get("X-CHANNEL-ID") == "" && !withoutChannel {
		return &refusal{snap.MissingField, snap.HeaderChannelID}
	}
	externalID, timestamp := r.Header.Get(snap.HeaderExternalID), r.Header.Get(snap.HeaderTimestamp)
	if len(externalID) > s.company.longestExternalID {
		return &refusal{snap.InvalidField, snap.HeaderExternalID}
	}
	if _, err := time.Parse(time.RFC3339, timestamp); err != nil {
		return &refusal{snap.InvalidField, snap.HeaderTimestamp}
	}
	if r.Header.Get(snap.HeaderPartnerID) != s.PartnerID {
		return &refusal{snap.Unauthorized, "Unknown client"}
	}
	message, verifier := snap.Message(r.Method, r.URL.RequestURI(), body, timestamp), snap.Verifier(s.MerchantKey)
	if !s.company.tokenless {
		token, refused := s.tokenOf(r)
		if refused != nil {
			return refused
		}
		message, verifier = snap.MessageWithToken(r.Method, r.URL.RequestURI(), token, body, timestamp), s.Secret
	}
	if !verifier.Verify(message, r.Header.Get(snap.HeaderSignature)) {
		return &refusal{snap.Unauthorized, "Signature"}
	}
	return s.useExternalID(externalID)
}

// tokenOf returns the access token of a call, if it is valid.
func (s *Simulator) tokenOf(r *http.Request) (string, *refusal) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if token == "" || !strings.EqualFold(scheme, "Bearer") {
		return "", &refusal{snap.TokenMissing, ""}
	}
	if ends, known := s.tokens[token]; !known || !s.now().Before(ends) {
		return "", &refusal{snap.InvalidToken, ""}
	}
	return token, nil
}

// useExternalID refuses an X-EXTERNAL-ID that was used on the same day of Jakarta.
func (s *Simulator) useExternalID(id string) *refusal {
	today := snap.FormatTime(s.now())[:len(time.DateOnly)]
	if s.usedOn != today {
		s.usedOn, s.used = today, map[string]bool{}
	}
	if s.used[id] {
		return &refusal{snap.Conflict, ""}
	}
	s.used[id] = true
	return nil
}

// issueToken is service 73.
func (s *Simulator) issueToken(r *http.Request, body []byte) (answer, *refusal) {
	for _, name := range []string{snap.HeaderTimestamp, snap.HeaderSignature, snap.HeaderClientKey} {
		if r.Header.Get(name) == "" {
			return nil, &refusal{snap.MissingField, name}
		}
	}
	d, refused := parse(body)
	if refused != nil {
		return nil, refused
	}
	if grant := d.text(s.company.grantType, 32, mandatory); grant != "client_credentials" {
		d.refuse(snap.InvalidField, s.company.grantType)
		return nil, *d.refused
	}
	id, timestamp := r.Header.Get(snap.HeaderClientKey), r.Header.Get(snap.HeaderTimestamp)
	if id != s.ClientID || !s.MerchantKey.Verify(snap.TokenMessage(id, timestamp), r.Header.Get(snap.HeaderSignature)) {
		return nil, &refusal{snap.Unauthorized, "Signature"}
	}
	token := newID("")
	s.tokens[token] = s.now().Add(s.TokenLife)
	life := any(strconv.Itoa(int(s.TokenLife.Seconds())))
	if s.company.asksForToken { // DOKU writes a number
		life = int(s.TokenLife.Seconds())
	}
	return answer{"accessToken": token, "tokenType": "Bearer", "expiresIn": life, "additionalInfo": map[string]any{}}, nil
}

// write sends an answer with its code.
func (s *Simulator) write(w http.ResponseWriter, service int, code snap.Code, said answer) {
	if s.company.serviceless {
		service = 0
	}
	said["responseCode"] = code.Of(service).String()
	if said["responseMessage"] == nil {
		said["responseMessage"] = code.Message()
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set(snap.HeaderTimestamp, snap.FormatTime(s.now()))
	w.WriteHeader(code.Status)
	_ = json.NewEncoder(w).Encode(said) // an error means that the caller has hung up
}
