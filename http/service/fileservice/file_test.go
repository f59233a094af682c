package fileservice_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"gateway/domain/file"
	"gateway/domain/secret"
	"gateway/http/service/fileservice"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

type rows map[string]state.SealedFile

func (r rows) PutFile(_ context.Context, f state.SealedFile) error {
	if _, kept := r[f.Hash]; !kept {
		r[f.Hash] = f
	}
	return nil
}

func (r rows) File(_ context.Context, hash string) (state.SealedFile, error) {
	f, kept := r[hash]
	if !kept {
		return f, readtable.ErrNotFound
	}
	return f, nil
}

func TestAFileIsKeptEncryptedAndWhole(t *testing.T) {
	t.Parallel()
	kept := rows{}
	store := &fileservice.Store{State: kept, Masters: secret.NewRing("one")}
	content := []byte("%PDF-1.4 of a customer %%EOF")
	hash := file.HashOf(content)
	if _, err := store.Get(t.Context(), hash); !errors.Is(err, readtable.ErrNotFound) {
		t.Fatal(err)
	}
	for range 2 {
		if err := store.Put(t.Context(), content); err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Contains(kept[hash].Sealed, content[9:]) {
		t.Error("the bytes are kept as they are")
	}
	rotated := &fileservice.Store{State: kept, Masters: secret.NewRing("two", "one")}
	for name, s := range map[string]*fileservice.Store{"the master secret": store, "a newer one": rotated} {
		if got, err := s.Get(t.Context(), hash); err != nil || !bytes.Equal(got, content) {
			t.Errorf("with %s: %q %v", name, got, err)
		}
	}
	without := &fileservice.Store{State: kept, Masters: secret.NewRing("two")}
	if _, err := without.Get(t.Context(), hash); err == nil {
		t.Error("it opens without its master secret")
	}
	for name, change := range map[string]func(*state.SealedFile){
		"a byte of it":       func(f *state.SealedFile) { f.Sealed = bytes.Clone(f.Sealed); f.Sealed[len(f.Sealed)-1]++ },
		"its end":            func(f *state.SealedFile) { f.Sealed = f.Sealed[:4] },
		"its bytes by other": func(f *state.SealedFile) { f.Sealed = sealedOther(t) },
	} {
		damaged := kept[hash]
		change(&damaged)
		s := &fileservice.Store{State: rows{hash: damaged}, Masters: secret.NewRing("one")}
		if _, err := s.Get(t.Context(), hash); !errors.Is(err, file.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func sealedOther(t *testing.T) []byte {
	t.Helper()
	other := rows{}
	if err := (&fileservice.Store{State: other, Masters: secret.NewRing("one")}).Put(t.Context(), []byte("other")); err != nil {
		t.Fatal(err)
	}
	return other[file.HashOf([]byte("other"))].Sealed
}
