package notary_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"gateway/domain/secret"
	"gateway/projections/notary"

	"golang.org/x/mod/sumdb/note"
)

func keyOf(t *testing.T, master string) notary.Key {
	t.Helper()
	key, err := notary.DeriveKey(secret.NewRing(master))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// publicKey extracts the Ed25519 key from `name+hash+base64`. Its first byte names the algorithm.
func publicKey(t *testing.T, verifier string) ed25519.PublicKey {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(strings.SplitN(verifier, "+", 3)[2])
	if err != nil || len(raw) != 1+ed25519.PublicKeySize || raw[0] != 1 {
		t.Fatalf("the key %s: %v", verifier, err)
	}
	return raw[1:]
}

func TestACSVFileIsSignedLineByLine(t *testing.T) {
	t.Parallel()
	key := keyOf(t, "a secret of at least 32 bytes ..")
	var file bytes.Buffer
	w := notary.NewSigningWriter(&file)
	for _, part := range []string{"row,sal", "do\nopening,1\n", "closing,2\n"} { // parts that do not end at line ends
		if _, err := w.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := w.Sign(key)
	if err != nil {
		t.Fatal(err)
	}
	if file.String() != "row,saldo\nopening,1\nclosing,2\n" || s.Lines != 3 || s.SHA256 != fmt.Sprintf("%x", sha256.Sum256(file.Bytes())) {
		t.Errorf("%+v of %q", s, file.String())
	}
	signature, err := base64.StdEncoding.DecodeString(s.Signature)
	message := fmt.Sprintf("gateway-csv/v1\n3\n%s\n", s.SHA256)
	if err != nil || !ed25519.Verify(publicKey(t, key.Verifier), []byte(message), signature) {
		t.Errorf("the signature %s is not of %q, %v", s.Signature, message, err)
	}
}

func TestADetachedSignatureIsASignedNote(t *testing.T) {
	t.Parallel()
	key := keyOf(t, "a secret of at least 32 bytes ..")
	signed, err := notary.SignDetached(key, "a.pdf", []byte("content"))
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(key.Verifier)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte("content"))
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	if err != nil || opened.Text != "gateway-file/v1\na.pdf\n7\n"+hex.EncodeToString(sum[:])+"\n" {
		t.Errorf("%q, %v", signed, err)
	}
	if _, err := notary.OpenCheckpoint(signed, key.Verifier); err == nil {
		t.Error("it passes for a checkpoint")
	}
	other, err := note.NewVerifier(keyOf(t, "another secret of 32 bytes .....").Verifier)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := note.Open([]byte(signed), note.VerifierList(other)); err == nil {
		t.Error("another key opens it")
	}
}
