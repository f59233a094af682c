package verify

import (
	"context"
	"fmt"
	"testing"

	"gateway/domain/file"
	"gateway/domain/payment"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/projections/readmodel/readtable"
)

type keptFiles map[string]error

func (k keptFiles) Get(_ context.Context, hash string) ([]byte, error) {
	return []byte("12345"), k[hash]
}

func TestAFileThatIsMissingOrDamagedIsFound(t *testing.T) {
	t.Parallel()
	named := func(size int64, hashes ...string) eventstore.Envelope {
		e := payment.DisputeAnswered{}
		for _, hash := range hashes {
			e.Evidence.Files = append(e.Evidence.Files, file.Ref{Hash: hash, Size: size})
		}
		return eventstore.Envelope{Event: e}
	}
	var f files
	r := &Report{}
	f.observe(named(5, "whole", "gone", "damaged", "locked"), r)
	f.observe(named(5, "whole", "gone"), r)
	f.observe(named(6, "short"), r)
	f.look(t.Context(), keptFiles{
		"gone": readtable.ErrNotFound, "damaged": fmt.Errorf("x: %w", file.ErrDamaged), "locked": &secret.UnknownError{ID: "m"},
	}, false, r)
	if len(r.Findings) != 3 || len(r.Unchecked) != 1 {
		t.Errorf("found %+v, unchecked %+v", r.Findings, r.Unchecked)
	}
	drill := &Report{}
	if f.look(t.Context(), keptFiles{"whole": &secret.UnknownError{ID: "m"}, "short": &secret.UnknownError{ID: "m"}}, true, drill); len(drill.Findings)+len(drill.Unchecked) != 0 {
		t.Errorf("in a drill without the master secret: %+v %+v", drill.Findings, drill.Unchecked)
	}
	without := &Report{}
	if f.look(t.Context(), nil, false, without); len(without.Findings) != 0 || len(without.Unchecked) != 1 {
		t.Errorf("without the files: %+v %+v", without.Findings, without.Unchecked)
	}
	if (&files{}).look(t.Context(), nil, false, r); len(r.Unchecked) != 1 {
		t.Errorf("a log without files: %+v", r.Unchecked)
	}
}
