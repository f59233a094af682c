package state_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

func TestFilesAreKeptOnceAndMoveEncrypted(t *testing.T) {
	t.Parallel()
	from, to := state.New(open(t, postgrestest.Database(t))), state.New(open(t, postgrestest.Database(t)))
	first := state.SealedFile{Hash: strings.Repeat("a", 64), MasterID: "m", Sealed: []byte{0, 1, 255}, Size: 2}
	second := state.SealedFile{Hash: strings.Repeat("b", 64), MasterID: "n", Sealed: bytes.Repeat([]byte("x"), 100_000), Size: 5}
	again := first
	again.Sealed = []byte("sealed anew")
	for _, f := range []state.SealedFile{first, second, again} {
		if err := from.PutFile(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := from.File(t.Context(), strings.Repeat("c", 64)); !errors.Is(err, readtable.ErrNotFound) {
		t.Error(err)
	}
	var out bytes.Buffer
	if n, err := from.ExportFiles(t.Context(), &out); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	text := out.String()
	for range 2 { // an import may be repeated
		if n, err := to.ImportFiles(t.Context(), strings.NewReader(text)); err != nil || n != 2 {
			t.Fatal(n, err)
		}
	}
	for _, want := range []state.SealedFile{first, second} {
		got, err := to.File(t.Context(), want.Hash)
		if err != nil || got.MasterID != want.MasterID || got.Size != want.Size || !bytes.Equal(got.Sealed, want.Sealed) {
			t.Errorf("%s: %v %v", want.Hash[:1], got.MasterID, err)
		}
	}
	for name, damaged := range map[string]string{"cut off": text[:len(text)-9], "without a hash": `{"hash":"../x"}`} {
		if _, err := to.ImportFiles(t.Context(), strings.NewReader(damaged)); err == nil {
			t.Errorf("%s: it is imported", name)
		}
	}
}
