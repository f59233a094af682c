// Package fileservice keeps the bytes of files that events name by their hash. They are encrypted with keys that are derived from
// the master secret, so that a copy of the database alone reveals none.
package fileservice

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"

	"gateway/domain/file"
	"gateway/domain/secret"
	"gateway/http/service/state"
)

// Store keeps files. It is safe for concurrent use.
type Store struct {
	State   Rows
	Masters secret.Ring
}

// Rows has the files as they are kept. *state.DB implements it.
type Rows interface {
	PutFile(ctx context.Context, f state.SealedFile) error
	File(ctx context.Context, hash string) (state.SealedFile, error)
}

// Put keeps the bytes under their hash. It is done when it returns, and may be repeated.
func (s *Store) Put(ctx context.Context, content []byte) error {
	hash, master := file.HashOf(content), s.Masters.Current()
	key := keyOf(master)
	nonce := make([]byte, key.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return s.State.PutFile(ctx, state.SealedFile{
		Hash: hash, MasterID: master.ID, Sealed: key.Seal(nonce, nonce, content, []byte(hash)), Size: int64(len(content)),
	})
}

// Get returns the bytes of a file. Errors: readtable.ErrNotFound; file.ErrDamaged; another error if its master secret is missing.
func (s *Store) Get(ctx context.Context, hash string) ([]byte, error) {
	f, err := s.State.File(ctx, hash)
	if err != nil {
		return nil, err
	}
	master, err := s.Masters.ByID(f.MasterID)
	if err != nil {
		return nil, fmt.Errorf("open the file %s: %w", hash, err)
	}
	key := keyOf(master)
	if len(f.Sealed) < key.NonceSize() {
		return nil, fmt.Errorf("open the file %s: %w", hash, file.ErrDamaged)
	}
	content, err := key.Open(nil, f.Sealed[:key.NonceSize()], f.Sealed[key.NonceSize():], []byte(hash))
	if err != nil || file.HashOf(content) != hash {
		return nil, fmt.Errorf("open the file %s: %w", hash, file.ErrDamaged)
	}
	return content, nil
}

// keyOf derives the key of files from a master secret.
func keyOf(master secret.Master) cipher.AEAD {
	mac := hmac.New(sha256.New, master.Bytes)
	mac.Write([]byte("files"))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err == nil {
		var key cipher.AEAD
		if key, err = cipher.NewGCM(block); err == nil {
			return key
		}
	}
	panic("fileservice: " + err.Error()) // a key of 32 bytes is always valid
}
