package snapsimulator

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gateway/http/snap"
)

// Notice is a notification to the merchant: of a virtual account (25), a QR code (52) or a direct debit (56).
type Notice struct {
	Service int
	Body    []byte
}

// Heard is the merchant's answer to a notification.
type Heard struct {
	Status int
	Code   snap.Code
	Body   []byte
}

// Taken reports whether the merchant took the notification. Otherwise the company sends it again.
func (h Heard) Taken() bool { return h.Status == http.StatusOK && h.Code.Status == http.StatusOK }

// Delivery says how Run and Deliver send what waits. The zero Delivery sends each once, in order.
type Delivery struct {
	// Withhold sends nothing. Notifications wait.
	Withhold bool
	// Repeat is how many times each notification that was taken is sent again.
	Repeat int
	// Reverse sends the newest one first.
	Reverse bool
}

// SetDelivery replaces how notifications are sent.
func (s *Simulator) SetDelivery(d Delivery) {
	_ = s.change(func() error { s.delivery = d; return nil })
}

// queue lets a notification wait, and wakes Run. The lock is held.
func (s *Simulator) queue(n Notice) {
	s.waiting = append(s.waiting, n)
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// noticeOf is the service that notifies of what another service opened.
var noticeOf = map[int]int{
	snap.ServiceVACreate: snap.ServiceVAPayment, snap.ServiceQRGenerate: snap.ServiceQRNotify,
	snap.ServiceDebitPayment: snap.ServiceDebitNotify,
}

// notice writes the notification about a bill. The lock is held.
func (s *Simulator) notice(b *bill, paid money) Notice {
	n := Notice{Service: noticeOf[b.opened]}
	var said map[string]any
	if b.va != nil {
		said = map[string]any{
			"partnerServiceId": b.va["partnerServiceId"], "customerNo": b.va["customerNo"], "virtualAccountNo": b.va["virtualAccountNo"],
			"virtualAccountName": b.va["virtualAccountName"], "trxId": b.reference, "paymentRequestId": paid.id,
			"paidAmount": snap.AmountOf(paid.amount), "totalAmount": snap.AmountOf(b.amount), "trxDateTime": snap.FormatTime(paid.at),
			"referenceNo": digits(11), "flagAdvise": "N", "additionalInfo": b.va["additionalInfo"],
		}
	} else {
		status, words := b.status(s.now())
		at, amount := s.now(), b.amount
		if paid.id != "" {
			at, amount = paid.at, paid.amount
		}
		said = map[string]any{
			"originalReferenceNo": b.referenceNo, "originalPartnerReferenceNo": b.reference, "originalExternalId": b.externalID,
			"merchantId": s.MerchantID, "amount": snap.AmountOf(amount), "latestTransactionStatus": string(status),
			"transactionStatusDesc": words, "createdTime": snap.FormatTime(b.createdAt), "finishedTime": snap.FormatTime(at),
			"additionalInfo": map[string]any{},
		}
	}
	n.Body, _ = json.Marshal(said) // texts and amounts can always be encoded
	return n
}

// Waiting returns the notifications that the merchant has not taken.
func (s *Simulator) Waiting() (waiting []Notice) {
	_ = s.change(func() error { waiting = slices.Clone(s.waiting); return nil })
	return waiting
}

// Deliver sends each notification that waits once. Those that are not taken go on waiting. It returns the error
// of the last that could not be sent.
func (s *Simulator) Deliver(ctx context.Context) (err error) {
	var due []Notice
	var how Delivery
	_ = s.change(func() error {
		if how = s.delivery; !how.Withhold {
			due, s.waiting = s.waiting, nil
		}
		return nil
	})
	if how.Reverse {
		slices.Reverse(due)
	}
	for _, n := range due {
		heard, sendErr := s.Send(ctx, n)
		if sendErr != nil || !heard.Taken() {
			_ = s.change(func() error { s.waiting = append(s.waiting, n); return nil })
			if sendErr != nil {
				err = sendErr
			}
			continue
		}
		for range how.Repeat {
			if _, sendErr := s.Send(ctx, n); sendErr != nil {
				err = sendErr
			}
		}
	}
	return err
}

// retryAfter is how long Run waits before it sends again what was not taken. A real company waits for minutes
// and hours.
const retryAfter = time.Second

// Run sends notifications, and completes transfers that are due, until the context ends.
func (s *Simulator) Run(ctx context.Context) error {
	defer s.Client.CloseIdleConnections()
	retry := time.NewTicker(retryAfter)
	defer retry.Stop()
	for {
		s.completeDue()
		_ = s.Deliver(ctx) // what was not sent waits
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-retry.C:
		}
	}
}

// Send sends one notification now, whether or not it waits, and was sent before.
func (s *Simulator) Send(ctx context.Context, n Notice) (Heard, error) {
	request, err := s.Signed(ctx, n)
	if err != nil {
		return Heard{}, err
	}
	heard, err := s.send(request)
	if err == nil && s.company.asksForToken && heard.Status == http.StatusUnauthorized {
		s.mu.Lock()
		s.ownToken = "" // it has ended; the next attempt asks for another
		s.mu.Unlock()
	}
	return heard, err
}

// Signed makes the request of a notification, signed as the company signs. A company that needs an access token
// of the merchant asks for one first, unless it has one.
func (s *Simulator) Signed(ctx context.Context, n Notice) (*http.Request, error) {
	target, err := url.Parse(s.NotifyURL + s.company.notify[n.Service])
	if err != nil {
		return nil, fmt.Errorf("snapsimulator: address of notifications: %w", err)
	}
	timestamp := snap.FormatTime(s.now())
	message, signer, token := snap.Message(http.MethodPost, target.RequestURI(), n.Body, timestamp), snap.Signer(s.CompanyKey), ""
	if s.company.asksForToken {
		if token, err = s.askForToken(ctx); err != nil {
			return nil, err
		}
		message, signer = snap.MessageWithToken(http.MethodPost, target.RequestURI(), token, n.Body, timestamp), s.Secret
	}
	request, err := newRequest(ctx, target.String(), n.Body, timestamp, message, signer)
	if err != nil {
		return nil, err
	}
	request.Header.Set(snap.HeaderPartnerID, s.PartnerID)
	request.Header.Set(snap.HeaderExternalID, digits(32))
	request.Header.Set(snap.HeaderChannelID, "95221")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return request, nil
}

// newRequest makes a signed request to the merchant.
func newRequest(ctx context.Context, target string, body []byte, timestamp, message string, signer snap.Signer) (*http.Request, error) {
	signature, err := signer.Sign(message)
	if err != nil {
		return nil, fmt.Errorf("snapsimulator: sign: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("snapsimulator: make a request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(snap.HeaderTimestamp, timestamp)
	request.Header.Set(snap.HeaderSignature, signature)
	return request, nil
}

// askForToken returns the access token that the merchant gave, or asks for one.
func (s *Simulator) askForToken(ctx context.Context) (string, error) {
	s.mu.Lock()
	token := s.ownToken
	s.mu.Unlock()
	if token != "" {
		return token, nil
	}
	timestamp := snap.FormatTime(s.now())
	request, err := newRequest(ctx, s.NotifyURL+tokenPath, []byte(`{"grantType":"client_credentials"}`), timestamp,
		snap.TokenMessage(s.ClientID, timestamp), s.CompanyKey)
	if err != nil {
		return "", err
	}
	request.Header.Set(snap.HeaderClientKey, s.ClientID)
	heard, err := s.send(request)
	if err != nil {
		return "", err
	}
	var given struct {
		Token string `json:"accessToken"`
	}
	if err := json.Unmarshal(heard.Body, &given); err != nil || !heard.Taken() || strings.TrimSpace(given.Token) == "" {
		return "", fmt.Errorf("snapsimulator: the merchant gave no access token, but %d %s", heard.Status, heard.Code)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ownToken = given.Token
	return given.Token, nil
}

// send sends a request and reads the answer.
func (s *Simulator) send(request *http.Request) (Heard, error) {
	answered, err := s.Client.Do(request)
	if err != nil {
		return Heard{}, fmt.Errorf("snapsimulator: send: %w", err)
	}
	defer answered.Body.Close()
	heard := Heard{Status: answered.StatusCode}
	if heard.Body, err = io.ReadAll(io.LimitReader(answered.Body, maxBody)); err != nil {
		return Heard{}, fmt.Errorf("snapsimulator: read the answer: %w", err)
	}
	var said struct {
		Code string `json:"responseCode"`
	}
	if err := json.Unmarshal(heard.Body, &said); err != nil {
		return heard, nil
	}
	heard.Code, _ = snap.ParseCode(said.Code)
	return heard, nil
}
