package snap_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"os"
	"strings"
	"testing"

	"gateway/http/snap"
)

// The keys and signatures are those that Midtrans publishes as samples (Midtrans/SNAP-BI-Signature-Demo).
const (
	tokenSignature = "WzW49tYIgKIBmBi/gVBHGLAkhEaZlXM11zcZxAiyHji6TLPjPbwLu3Z45it25AIeG0XDItcdTSkds47zFEMh6IP0PXPIP1+Ey4RmX/o2fuYRF/xBHvfvKnMmANMTS1axsXBSW3EHqYpbVrkCcqNnB3u+wu63us9WIhRZaWgx" +
		"gQ2PJLaiVHIwgu9u7jxkWX7Bg4rerZH3RKdQfIJAAJsSN13efR7VdSAyzU7QaKjgislxrLqmesYNJkbD03XLjHdo6YWuzAVV7xdZRpLiGkIAkW7luXTBZYBO+4oENZAPQYzrLeN1qRY1Sr7BgLONCA2QA26BB6SYW4R7qofS9+RyOQ=="
	notificationSignature = "RoJnP2tH/YiOhHM/lMVBMSAuzRmS8VrWdIy04Qqyb56daV7oWFMFoMMzqnjQ+q0MIUalYgU094GWQnCx2c29xb1kkqHhv2+iJ9xl6NjGmFGYqyvcKvUDAV83Y1Mw9JnsEcjcupdGw9/MRv/mm2GMrQ+BCZGfc4a46JDyPZbcY29" +
		"4vDGqs5rFBN6iYer5ro4cAQGo9hET2G82Y+j50vCyO/79GFE4vB1rvtu6PK2Bxi+vTYV8k7P7PS8tOPWM2O+kjiVWjwvLR99Botou+a8sxlQqZaihfWMKcByzV+Lgkr9cptpjys+1NIRWT1ad/sJBSLHyldzC3q2oRn5z5oZmyg=="
	notification = `{"originalPartnerReferenceNo":"GP24043015193402809","originalReferenceNo":"A120240430081940S9vu8gSjaRID",` +
		`"merchantId":"G099333790","amount":{"value":"102800.00","currency":"IDR"},"latestTransactionStatus":"00",` +
		`"transactionStatusDesc":"SUCCESS","additionalInfo":{"refundHistory":[]}}`
	hmacSignature = "wmzT7yjg1SxxCsxNsFgCR9SYXiZGGbceF6fV8xe97sAMHxZ+7OEBMIBmvb6Sj6GcksGp3iv77DiomgSbcST3XQ=="
	qrRequest     = `{
  "partnerReferenceNo": "2020102900000000000001",
  "amount": {
    "value": "12345678.00",
    "currency": "IDR"
  },
  "feeAmount": {
    "value": "12345678.00",
    "currency": "IDR"
  },
  "merchantId": "00007100010926",
  "terminalId": "213141251124",
  "validityPeriod": "2009-07-03T12:08:56-07:00"
}`
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestThePublishedSignaturesAreMade(t *testing.T) {
	t.Parallel()
	private, err := snap.ParsePrivateKey(read(t, "midtrans_private.pem"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		signer        snap.Signer
		message, want string
	}{
		"token": {private, snap.TokenMessage("G1234325-SNAP", "2024-03-01T08:27:49.024Z"), tokenSignature},
		"notification": {
			private, snap.Message("POST", "/v1.0/debit/notify", []byte(notification), "2024-05-02T14:43:08+07:00"), notificationSignature,
		},
		"call with a token": {
			snap.Secret("myclientsecret"),
			snap.MessageWithToken("POST", "/v1.0/qr/qr-mpm-generate", "myaccesstoken", []byte(qrRequest), "2024-03-05T10:37:16.196Z"),
			hmacSignature,
		},
	} {
		if got, err := c.signer.Sign(c.message); err != nil || got != c.want {
			t.Errorf("%s: %s (%v)", name, got, err)
		}
	}
}

func TestASignatureIsOfOneMessageByOneKey(t *testing.T) {
	t.Parallel()
	public, err := snap.ParsePublicKey(read(t, "midtrans_public.pem"))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := base64.StdEncoding.DecodeString(notificationSignature)
	signed := func(method, path, body, at string) string { return snap.Message(method, path, []byte(body), at) }
	good := signed("POST", "/v1.0/debit/notify", notification, "2024-05-02T14:43:08+07:00")
	for name, c := range map[string]struct {
		verifier           snap.Verifier
		message, signature string
		want               bool
	}{
		"as it was sent":     {public, good, notificationSignature, true},
		"in hexadecimal":     {public, good, hex.EncodeToString(raw), true},
		"with whitespace":    {public, signed("POST", "/v1.0/debit/notify", strings.ReplaceAll(notification, ",", " ,\n"), "2024-05-02T14:43:08+07:00"), notificationSignature, true},
		"another byte":       {public, signed("POST", "/v1.0/debit/notify", strings.Replace(notification, "102800", "902800", 1), "2024-05-02T14:43:08+07:00"), notificationSignature, false},
		"a space in a text":  {public, signed("POST", "/v1.0/debit/notify", strings.Replace(notification, "SUCCESS", "SUCCESS ", 1), "2024-05-02T14:43:08+07:00"), notificationSignature, false},
		"another path":       {public, signed("POST", "/v1.0/debit/refund", notification, "2024-05-02T14:43:08+07:00"), notificationSignature, false},
		"another method":     {public, signed("PUT", "/v1.0/debit/notify", notification, "2024-05-02T14:43:08+07:00"), notificationSignature, false},
		"the same time in Z": {public, signed("POST", "/v1.0/debit/notify", notification, "2024-05-02T07:43:08Z"), notificationSignature, false},
		"no signature":       {public, good, "", false},
		"no key":             {snap.PublicKey{}, good, notificationSignature, false},
		"no secret":          {snap.Secret(""), "m", sign(t, snap.Secret(""), "m"), false},
		"the secret":         {snap.Secret("s"), "m", sign(t, snap.Secret("s"), "m"), true},
		"another secret":     {snap.Secret("t"), "m", sign(t, snap.Secret("s"), "m"), false},
		"half a signature":   {snap.Secret("s"), "m", sign(t, snap.Secret("s"), "m")[:44], false},
	} {
		if got := c.verifier.Verify(c.message, c.signature); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func sign(t *testing.T, s snap.Signer, message string) string {
	t.Helper()
	signature, err := s.Sign(message)
	if err != nil {
		t.Fatal(err)
	}
	return signature
}

// Three spaces pad the partnerServiceId of a virtual account. An official library deletes them before it signs.
func TestSpacesInsideOfTextsAreSigned(t *testing.T) {
	t.Parallel()
	padded := snap.Message("POST", "/p", []byte(`{"partnerServiceId":"   88899", "x":null}`), "t")
	if padded != snap.Message("POST", "/p", []byte(`{"partnerServiceId":"   88899","x":null}`), "t") {
		t.Error("whitespace between texts counts")
	}
	if padded == snap.Message("POST", "/p", []byte(`{"partnerServiceId":"88899","x":null}`), "t") {
		t.Error("spaces inside of a text do not count")
	}
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := snap.MessageWithToken("GET", "/p", "token", nil, "t"); got != "GET:/p:token:"+empty+":t" {
		t.Errorf("without a body: %s", got)
	}
}

func TestKeysThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	shortPrivate := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(short)})
	spki, err := x509.MarshalPKIXPublicKey(&short.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	private, public := read(t, "midtrans_private.pem"), read(t, "midtrans_public.pem")
	for name, text := range map[string][]byte{
		"nothing": nil, "a text": []byte("secret"), "a public key": public, "1,024 bits": shortPrivate,
		"cut": []byte(strings.Replace(string(private), "MIIEvQ", "MIIEvA", 1)),
	} {
		if _, err := snap.ParsePrivateKey(text); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("private key %s: %v", name, err)
		}
	}
	for name, text := range map[string][]byte{
		"nothing": nil, "a text": []byte("x"), "a private key": private,
		"1,024 bits": pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: spki}),
	} {
		if _, err := snap.ParsePublicKey(text); err == nil {
			t.Errorf("public key %s is read", name)
		}
	}
}
