package architecture

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// retired maps the words that the glossary (domain/GLOSSARY.md) replaced to the words to use instead. The test
// looks for them in identifiers and comments. It skips strings, because they hold what goes over the wire.
var retired = map[string]string{
	"intake":      "reports",
	"agenda":      "retry schedule",
	"appointment": "scheduled retry",
	"insist":      "retry",
	"door":        "a name that says what it checks",
	"lane":        "limit, queue or worker",
	"lanes":       "limit, queue or worker",
	"house":       "fixture",
	"town":        "fixture",
	"desk":        "fixture",
	"rig":         "fixture",
	"stingy":      "short reads",
	"nobody":      "a noun: no client, no instance",
	"whoever":     "a noun: a client, an instance",
}

// indonesian maps words of the API's JSON that no Go name uses to the English words to use instead. Comments
// may name the JSON field.
var indonesian = map[string]string{
	"alamat": "address", "deskripsi": "description", "ditahan": "held", "jenis": "category", "jumlah": "amount",
	"nama": "name", "norek": "account number", "oleh": "by", "penarikan": "withdrawal", "perusahaan": "company",
	"saldo": "balance", "tujuan": "purpose",
}

func TestRetiredWordsAreNotUsed(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		// Package domaintest tests itself with an aggregate of a door.
		if strings.HasPrefix(file, "test/architecture/") || strings.HasPrefix(file, "domain/domaintest/") {
			continue
		}
		for _, use := range wordsOf(t, file) {
			if instead, found := retired[use.word]; found {
				t.Errorf("%s:%d says %q: the word is %s", file, use.line, use.word, instead)
			}
			if instead, found := indonesian[use.word]; found && use.inName {
				t.Errorf("%s:%d names something %q: the word is %s", file, use.line, use.word, instead)
			}
		}
	}
}

type use struct {
	word string
	line int
	// inName says that the word is part of an identifier.
	inName bool
}

// wordsOf returns the words of all identifiers and comments of a file, in lower case.
func wordsOf(t *testing.T, file string) (uses []use) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile(file, -1, len(text)), text, nil, scanner.ScanComments)
	for {
		pos, tok, literal := s.Scan()
		switch tok {
		case token.EOF:
			return uses
		case token.IDENT, token.COMMENT:
			for _, word := range splitWords(unquoted(literal)) {
				uses = append(uses, use{word: word, line: files.Position(pos).Line, inName: tok == token.IDENT})
			}
		}
	}
}

// unquoted removes what a comment quotes: `code`, "text" and JSON names.
func unquoted(text string) string {
	for _, quote := range []string{"`", `"`} {
		parts := strings.Split(text, quote)
		for i := 1; i < len(parts); i += 2 {
			parts[i] = " "
		}
		text = strings.Join(parts, " ")
	}
	return text
}

// splitWords splits at every character that is not a letter, and before a capital that follows a small letter.
func splitWords(text string) (words []string) {
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	small := false
	for _, r := range text {
		if !unicode.IsLetter(r) || unicode.IsUpper(r) && small {
			flush()
		}
		if unicode.IsLetter(r) {
			word.WriteRune(r)
		}
		small = unicode.IsLower(r)
	}
	flush()
	return words
}

func TestWordsAreSplitAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"newRig":                     "new rig",
		"AccountNumber_2":            "account number",
		"// the field `norek` is no": "the field is no",
	} {
		if got := strings.Join(splitWords(unquoted(text)), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
