package periodservice_test

import (
	"bytes"
	"testing"

	"gateway/domain/tax"
	"gateway/projections/audit/auditpackage"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
)

// The stored tree and the read models say where a month is and what came before it. The log alone gives the same package.
func TestThePackageOfAMonthIsThatOfTheLogAlone(t *testing.T) {
	t.Parallel()
	o := inPostgreSQL(t)
	o.treasuryOnly = true
	o.year()
	signer := notary.NewSigner(notary.NewTree(o.Queries.SQL, o.Log), key(t), o.Logger)
	stored := auditpackage.Source{Log: o.Log, Books: books.NewReader(o.Log, o.Queries), Notary: signer, Rules: tax.DefaultRules}
	alone := auditpackage.Source{
		Log: o.Log, Books: books.Reader{Log: o.Log}, Notary: notary.Recount{Store: o.Log.Store(), Signer: key(t)}, Rules: tax.DefaultRules,
	}
	for _, month := range []string{"2025-01", "2025-07"} {
		var files [2]bytes.Buffer
		for i, source := range []auditpackage.Source{stored, alone} {
			closed, err := source.Closed(t.Context(), month)
			if err == nil {
				err = source.Write(t.Context(), &files[i], closed)
			}
			if err != nil {
				t.Fatalf("%s: %v", month, err)
			}
		}
		if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
			t.Errorf("%s: two packages", month)
		}
	}
}
