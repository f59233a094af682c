package notary

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gateway/domain/secret"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Name is the first line of a checkpoint, and the name of the key that signs it.
const Name = "payment-gateway-log"

// Key signs checkpoints.
type Key struct {
	signer note.Signer
	// Verifier is the public key in the form `name+hash+key`.
	Verifier string
	// former are the public keys derived from former master secrets, newest first.
	former []string
	// formerSigners are the signers of former.
	formerSigners []note.Signer
}

// DeriveKey derives the Ed25519 key from the current master secret, and the public keys from the former ones.
// All instances derive the same key, and none stores it.
func DeriveKey(masters secret.Ring) (Key, error) {
	key, err := deriveKey(masters.Current().Bytes)
	for _, master := range masters.All()[1:] {
		former, failed := deriveKey(master.Bytes)
		key.former, err = append(key.former, former.Verifier), errors.Join(err, failed)
		key.formerSigners = append(key.formerSigners, former.signer)
	}
	return key, err
}

// VerifierOf returns the public key that a checkpoint is signed with, derived from the current or a former
// master secret. Error: ErrSignature.
func (k Key) VerifierOf(checkpoint string) (string, error) {
	verifier, _, err := k.open(checkpoint)
	return verifier, err
}

// Signing returns the key that signed a checkpoint, so that a file about the same moment stays the same, signature
// included, when the master secret changes. It returns k itself where that key is not among those of the ring.
func (k Key) Signing(checkpoint string) Key {
	for i, verifier := range k.former {
		if _, err := OpenCheckpoint(checkpoint, verifier); err == nil {
			return Key{signer: k.formerSigners[i], Verifier: verifier}
		}
	}
	return k
}

// Open checks that a checkpoint is signed with the key of the current or a former master secret, and returns
// the signed tree. Error: ErrSignature.
func (k Key) Open(checkpoint string) (tlog.Tree, error) {
	_, tree, err := k.open(checkpoint)
	return tree, err
}

func (k Key) open(checkpoint string) (verifier string, tree tlog.Tree, err error) {
	for _, verifier := range append([]string{k.Verifier}, k.former...) {
		if tree, err := OpenCheckpoint(checkpoint, verifier); err == nil {
			return verifier, tree, nil
		}
	}
	return "", tlog.Tree{}, ErrSignature
}

func deriveKey(master []byte) (Key, error) {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte("checkpoint")) // never fails (hash.Hash)
	seed := mac.Sum(nil)
	private := ed25519.NewKeyFromSeed(seed)
	verifier, err := note.NewEd25519VerifierKey(Name, private.Public().(ed25519.PublicKey))
	if err != nil {
		return Key{}, fmt.Errorf("checkpoint key: %w", err)
	}
	// Package note expects a private key as name, hash of the public key, algorithm 1, and seed.
	hash := strings.Split(verifier, "+")[1]
	signer, err := note.NewSigner("PRIVATE+KEY+" + Name + "+" + hash + "+" +
		base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)))
	if err != nil {
		return Key{}, fmt.Errorf("checkpoint key: %w", err)
	}
	return Key{signer: signer, Verifier: verifier}, nil
}

// Checkpoint signs a head. The text has name, size and root on separate lines, in the form of Go's checksum
// database (C2SP tlog-checkpoint).
func (k Key) Checkpoint(h Head) (string, error) {
	text := fmt.Sprintf("%s\n%d\n%s\n", Name, h.Size, h.Root)
	signed, err := note.Sign(&note.Note{Text: text}, k.signer)
	if err != nil {
		return "", fmt.Errorf("sign checkpoint: %w", err)
	}
	return string(signed), nil
}

// ErrSignature says that a checkpoint is not signed with the key, or was altered.
var ErrSignature = errors.New("the checkpoint is not signed with this key")

// ErrKey says that the given text is not a verifier key.
var ErrKey = errors.New("the key is not a verifier key")

// OpenCheckpoint checks the signature of a checkpoint and returns the signed tree.
// Errors: ErrSignature, ErrKey.
func OpenCheckpoint(text, verifierKey string) (tlog.Tree, error) {
	var tree tlog.Tree
	verifier, err := note.NewVerifier(strings.TrimSpace(verifierKey))
	if err != nil {
		return tree, fmt.Errorf("%w: %w", ErrKey, err)
	}
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	if err != nil {
		return tree, fmt.Errorf("%w: %w", ErrSignature, err)
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != Name {
		return tree, errors.New("this is no checkpoint of a gateway's log")
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return tree, fmt.Errorf("size of the checkpoint: %w", err)
	}
	if tree.Hash, err = tlog.ParseHash(lines[2]); err != nil {
		return tree, fmt.Errorf("root of the checkpoint: %w", err)
	}
	return tree, nil
}
