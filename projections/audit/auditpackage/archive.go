package auditpackage

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"gateway/projections/notary"
	"gateway/projections/sheet"
)

// The names of the files. That of a statement has the id of its client in the middle.
const (
	ManifestFile   = "MANIFEST.sha256"
	SignatureFile  = "MANIFEST.sha256.sig"
	EventsFile     = "events.ndjson"
	ClosingFile    = "month.json"
	MerkleFile     = "merkle.json"
	KeyFile        = "key.txt"
	journalFile    = "journal.csv"
	ledgerFile     = "general_ledger.csv"
	safetyFile     = "safeguarding.csv"
	balanceFile    = "trial_balance.csv"
	openingFile    = "trial_balance_opening.csv"
	endFile        = "trial_balance_closing.csv"
	invoicesFile   = "fee_invoices.csv"
	turnedFile     = "fees_turned_round.csv"
	documentsFile  = "fee_documents.csv"
	vatFile        = "vat.csv"
	auditLogFile   = "audit_log.csv"
	findingsFile   = "reconciliation.csv"
	statementFile  = "month_statement.csv"
	beforeFile     = "checkpoint-opening.txt"
	afterFile      = "checkpoint-closing.txt"
	pageFile       = "verify.html"
	englishFile    = "README.en.txt"
	indonesianFile = "README.id.txt"
)

// archive writes the files one after the other, and keeps their hashes.
type archive struct {
	zip *zip.Writer
	at  time.Time
	// sums are the hashes of the files written so far, by name.
	sums map[string]string
	hash hash.Hash
	name string
}

// newArchive makes an archive whose files all have the same time.
func newArchive(out io.Writer, at time.Time) *archive {
	return &archive{zip: zip.NewWriter(out), at: at.UTC(), sums: map[string]string{}}
}

// file begins the next file, which ends the one before.
func (a *archive) file(name string) (io.Writer, error) {
	a.end()
	entry, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: a.at})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	a.name, a.hash = name, sha256.New()
	return io.MultiWriter(entry, a.hash), nil
}

// end keeps the hash of the file that was written last.
func (a *archive) end() {
	if a.name != "" {
		a.sums[a.name] = hex.EncodeToString(a.hash.Sum(nil))
	}
	a.name = ""
}

// text writes a file.
func (a *archive) text(name, content string) error {
	out, err := a.file(name)
	if err == nil {
		_, err = io.WriteString(out, content)
	}
	return err
}

// json writes a file with a value.
func (a *archive) json(name string, value any) error {
	out, err := a.file(name)
	if err != nil {
		return err
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// csv writes a file whose rows write gives one by one.
func (a *archive) csv(name string, heading []string, write func(row func(cells ...string) error) error) error {
	out, err := a.file(name)
	if err != nil {
		return err
	}
	w := sheet.NewWriter(out)
	if err := w.Write(heading); err != nil {
		return err
	}
	err = write(func(cells ...string) error { return w.Write(cells) })
	w.Flush()
	return errors.Join(err, w.Error())
}

// close writes the list of the hashes, in the form of sha256sum, and its signature.
func (a *archive) close(key notary.Key) error {
	a.end()
	var list strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a.sums)) {
		fmt.Fprintf(&list, "%s  %s\n", a.sums[name], name)
	}
	signature, err := notary.SignDetached(key, ManifestFile, []byte(list.String()))
	if err != nil {
		return err
	}
	if err := a.text(ManifestFile, list.String()); err != nil {
		return err
	}
	if err := a.text(SignatureFile, signature); err != nil {
		return err
	}
	return a.zip.Close()
}
