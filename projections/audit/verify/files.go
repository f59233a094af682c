package verify

import (
	"context"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/document"
	"gateway/domain/file"
	"gateway/domain/payment"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/projections/readmodel/readtable"
)

// Files has the bytes of the files that events name. Errors of Get: readtable.ErrNotFound, file.ErrDamaged; any other one says that
// it could not be read. *fileservice.Store of http/service implements it.
type Files interface {
	Get(ctx context.Context, hash string) ([]byte, error)
}

// FilesCheck is the name of the check of files.
const FilesCheck = "every file that an event names is there and whole"

// files collects the files that events name.
type files struct {
	// named has the size of each file and the first event that names it, by its hash.
	named map[string]namedFile
	order []string
}

type namedFile struct {
	size    int64
	subject string
}

func (*files) name() string { return FilesCheck }

func (f *files) observe(e eventstore.Envelope, _ *Report) {
	for _, ref := range filesOf(e.Event) {
		if _, known := f.named[ref.Hash]; !known {
			if f.named == nil {
				f.named = make(map[string]namedFile)
			}
			f.named[ref.Hash] = namedFile{ref.Size, subject(e)}
			f.order = append(f.order, ref.Hash)
		}
	}
}

// filesOf returns the files that an event names.
func filesOf(event domain.Event) []file.Ref {
	switch event := event.(type) {
	case payment.DisputeAnswered:
		return event.Evidence.Files
	case document.Submitted:
		return []file.Ref{event.File}
	case balance.WithholdingSubmitted:
		return []file.Ref{event.File}
	}
	return nil
}

func (*files) finish(*Report) {}

// look reads each file once. In a drill, which may be without the master secret, files need only be there.
func (f *files) look(ctx context.Context, kept Files, drill bool, r *Report) {
	if kept == nil && len(f.order) > 0 {
		r.addUnchecked(FilesCheck, "the files", errors.New("they can't be read from here"))
		return
	}
	closed := 0
	for _, hash := range f.order {
		named := f.named[hash]
		content, err := kept.Get(ctx, hash)
		switch {
		case errors.Is(err, readtable.ErrNotFound):
			r.addFinding(FilesCheck, named.subject, "names the file %s, which is not there", hash)
		case errors.Is(err, file.ErrDamaged), err == nil && int64(len(content)) != named.size:
			r.addFinding(FilesCheck, named.subject, "names the file %s, which is not whole", hash)
		case drill && isOfOtherMaster(err):
			closed++
		case err != nil:
			r.addUnchecked(FilesCheck, "the file "+hash, err)
		}
	}
	if closed > 0 {
		r.addNote(FilesCheck, fmt.Sprintf("%d files are there, and were not opened: their master secret is not here", closed))
	}
}

func isOfOtherMaster(err error) bool {
	_, unknown := errors.AsType[*secret.UnknownError](err)
	return unknown
}
