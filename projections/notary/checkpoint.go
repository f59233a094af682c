package notary

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Name is what checkpoints are signed as, and their first line.
const Name = "payment-gateway-log"

// Key signs checkpoints.
type Key struct {
	signer note.Signer
	// Verifier is the public half, for everybody: `name+hash+key`.
	Verifier string
}

// DeriveKey derives the Ed25519 key from the master secret, so that it need not be
// kept: the same secret gives the same key on every instance.
func DeriveKey(master []byte) (Key, error) {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte("checkpoint")) // never fails (hash.Hash)
	seed := mac.Sum(nil)
	private := ed25519.NewKeyFromSeed(seed)
	verifier, err := note.NewEd25519VerifierKey(Name, private.Public().(ed25519.PublicKey))
	if err != nil {
		return Key{}, fmt.Errorf("checkpoint key: %w", err)
	}
	// note's form of a private key: name, the hash of the public key, algorithm 1
	// and the seed.
	hash := strings.Split(verifier, "+")[1]
	signer, err := note.NewSigner("PRIVATE+KEY+" + Name + "+" + hash + "+" +
		base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)))
	if err != nil {
		return Key{}, fmt.Errorf("checkpoint key: %w", err)
	}
	return Key{signer: signer, Verifier: verifier}, nil
}

// Checkpoint is a signed head: origin, size and root, one a line, in the form of
// Go's checksum database and of C2SP tlog-checkpoint.
func (k Key) Checkpoint(h Head) (string, error) {
	text := fmt.Sprintf("%s\n%d\n%s\n", Name, h.Size, h.Root)
	signed, err := note.Sign(&note.Note{Text: text}, k.signer)
	if err != nil {
		return "", fmt.Errorf("sign checkpoint: %w", err)
	}
	return string(signed), nil
}

// ErrSignature says that the checkpoint was not signed with this key, or was changed.
var ErrSignature = errors.New("the checkpoint is not signed with this key")

// OpenCheckpoint checks the signature and gives the tree that was signed.
func OpenCheckpoint(text, verifierKey string) (tlog.Tree, error) {
	var tree tlog.Tree
	verifier, err := note.NewVerifier(strings.TrimSpace(verifierKey))
	if err != nil {
		return tree, fmt.Errorf("the key is not a verifier key: %w", err)
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

// Sign brings the tree up to the log, signs its head, and keeps the checkpoint.
func (t *Tree) Sign(ctx context.Context, key Key, progress func(Head)) (string, Head, error) {
	h, err := t.Extend(ctx, progress)
	if err != nil {
		return "", h, err
	}
	text, err := t.sign(ctx, key, h)
	return text, h, err
}

func (t *Tree) sign(ctx context.Context, key Key, h Head) (string, error) {
	text, err := key.Checkpoint(h)
	if err != nil {
		return "", err
	}
	_, err = t.db.ExecContext(ctx,
		`INSERT INTO merkle_checkpoints (size, note) VALUES ($1, $2) ON CONFLICT (size) DO NOTHING`, h.Size, text)
	if err != nil {
		return "", fmt.Errorf("keep checkpoint: %w", err)
	}
	return text, nil
}
