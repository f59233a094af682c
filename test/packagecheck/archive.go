package main

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
)

// files are the contents of an archive by name.
type files map[string][]byte

func unpack(data []byte) (files, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	all := files{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if all[f.Name], err = io.ReadAll(in); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return all, nil
}

// rows returns the rows of a CSV file as maps from the heading.
func (f files) rows(r *report, name string) []map[string]string {
	all, err := csv.NewReader(bytes.NewReader(f[name])).ReadAll()
	if err != nil || len(all) == 0 {
		r.fail("%s can't be read: %v", name, err)
		return nil
	}
	var rows []map[string]string
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = plain(cell)
		}
		rows = append(rows, row)
	}
	return rows
}

const (
	manifestName  = "MANIFEST.sha256"
	signatureName = "MANIFEST.sha256.sig"
)

func hexOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// checkManifest compares the hash of each file with the list.
func (f files) checkManifest(r *report) {
	listed := map[string]string{}
	for line := range strings.Lines(string(f[manifestName])) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		listed[name] = sum
		if _, ok := f[name]; !ok {
			r.fail("%s is in the list and not in the archive", name)
		}
	}
	for name, content := range f {
		if name != manifestName && name != signatureName {
			r.text("the hash of "+name, listed[name], hexOf(content))
		}
	}
}

// note is a key of signed notes (C2SP).
type note struct {
	name, id string
	key      ed25519.PublicKey
}

func openKey(text string) (n note, ok bool) {
	parts := strings.SplitN(strings.TrimSpace(text), "+", 3)
	if len(parts) != 3 {
		return n, false
	}
	raw, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(raw) != 1+ed25519.PublicKeySize || raw[0] != 1 {
		return n, false
	}
	id := sha256.Sum256(append([]byte(parts[0]+"\n"), raw...))
	return note{parts[0], parts[1], raw[1:]}, hex.EncodeToString(id[:4]) == parts[1]
}

// open returns the lines of a signed note, or nil where it is not signed with the key.
func (n note) open(signed []byte) []string {
	text, signatures, ok := strings.Cut(string(signed), "\n\n")
	if !ok {
		return nil
	}
	text += "\n"
	for line := range strings.Lines(signatures) {
		parts := strings.Split(strings.TrimSpace(line), " ")
		if len(parts) != 3 || parts[1] != n.name {
			continue
		}
		raw, err := base64.StdEncoding.DecodeString(parts[2])
		if err == nil && len(raw) > 4 && hex.EncodeToString(raw[:4]) == n.id && ed25519.Verify(n.key, []byte(text), raw[4:]) {
			return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		}
	}
	return nil
}

// checkSignatures checks the key, and what it signed: the list of the files and the statement of the month.
func (f files) checkSignatures(r *report, known string) (n note, ok bool) {
	if known != "" {
		r.text("the key", strings.TrimSpace(string(f["key.txt"])), strings.TrimSpace(known))
	}
	n, ok = openKey(string(f["key.txt"]))
	if !ok {
		r.fail("key.txt has no key")
		return n, false
	}
	want := []string{"gateway-file/v1", manifestName, fmt.Sprint(len(f[manifestName])), hexOf(f[manifestName])}
	r.holds("the list of the files is not signed with the key", slices.Equal(n.open(f[signatureName]), want))
	return n, true
}
