package eventlogservice

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// golden returns the files that have the JSON of every event of the gateway, in every form.
func golden(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"*.json", "former/*.json"} {
		found, err := filepath.Glob(filepath.Join("../../../domain/catalogue/testdata", pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("no golden files: %v", err)
		}
		files = append(files, found...)
	}
	return files
}

// undecided returns the field names, at any depth outside hidden fields, that are in no list.
func undecided(value any) (names []string) {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			switch {
			case shown[name]:
				names = append(names, undecided(inner)...)
			case !hidden[name] && !shownWhole[name]:
				names = append(names, name)
			}
		}
	case []any:
		for _, inner := range v {
			names = append(names, undecided(inner)...)
		}
	}
	return names
}

func TestEachFieldOfEachEventIsEitherShownOrHidden(t *testing.T) {
	for _, file := range golden(t) {
		raw, err := os.ReadFile(file)
		var value any
		if err == nil {
			err = json.Unmarshal(raw, &value)
		}
		if err != nil {
			t.Fatal(err)
		}
		if names := undecided(value); len(names) > 0 {
			t.Errorf("%s: add to shown or to hidden: %v", filepath.Base(file), names)
		}
	}
	for name := range hidden {
		if shown[name] || shownWhole[name] {
			t.Errorf("%s is shown and hidden", name)
		}
	}
}

func TestWhatIsAboutAPersonIsLeftOut(t *testing.T) {
	for _, c := range []struct {
		kind, raw, data string
		hidden          []string
	}{
		{``, `{"client_id":7,"email":"a@b.example","amount":10.50}`, `{"amount":10.50,"client_id":7}`, []string{"email"}},
		{``, `{"order":{"jumlah":1,"tujuan":{"norek":"1"}}}`, `{"order":{"jumlah":1}}`, []string{"order.tujuan"}},
		{``, `{"postings":[{"account":"a","amount":1,"nama":"x"},{"nama":"y"}]}`, `{"postings":[{"account":"a","amount":1},{}]}`, []string{"postings.nama"}},
		{``, `{"rates":{"BCA":{"flat":1}}}`, `{"rates":{"BCA":{"flat":1}}}`, []string{}},
		{``, `{"never_heard_of":1,"after":null,"total":12345678901234567890}`, `{"after":null,"total":12345678901234567890}`, []string{"never_heard_of"}},
		{``, `"text of another program"`, `{}`, []string{"data"}},
		{``, ``, `{}`, []string{"data"}},
		{
			`withholding_slip.submitted.v1`, `{"name":"x","file":{"name":"bukti potong 3175010101010001.pdf","hash":"a","size":1}}`,
			`{"file":{"hash":"a","size":1},"name":"x"}`,
			[]string{"file.name"},
		},
		{`payment.dispute_answered.v1`, `{"files":[{"name":"KTP Budi.png","type":"b"}]}`, `{"files":[{"type":"b"}]}`, []string{"files.name"}},
		{`bank_statement.imported.v1`, `{"source":"Ani 77.csv","lines":[{"amount":1,"text":"Budi"}]}`, `{"lines":[{"amount":1}]}`, []string{"lines.text", "source"}},
		{`balance.credited.v1`, `{"source":{"store":"a","commit":1}}`, `{"source":{"commit":1,"store":"a"}}`, []string{}},
	} {
		data, left := withoutPersons(c.kind, json.RawMessage(c.raw))
		if string(data) != c.data || !slices.Equal(left, c.hidden) {
			t.Errorf("%s shows %s and hides %v", c.raw, data, left)
		}
	}
}
