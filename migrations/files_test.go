package migrations

import (
	"io/fs"
	"maps"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

var (
	created = regexp.MustCompile(`(?m)^CREATE (TABLE|FUNCTION) (?:state\.)?(\w+)`)
	altered = regexp.MustCompile(`(?m)^ALTER TABLE (?:state\.)?(\w+)`)
	indexed = regexp.MustCompile(`(?m)^CREATE (?:UNIQUE )?INDEX \w+ ON \w+`)
	comment = regexp.MustCompile(`(?m)--.*$`)
)

func TestEachFileCreatesTheTableOfItsName(t *testing.T) {
	t.Parallel()
	for _, s := range []schema{eventStore, state, readModel} {
		names, err := fs.Glob(s.files, s.folder+"/*.sql")
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", s.folder, len(names), err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(s.files, name)
			if err != nil {
				t.Fatal(err)
			}
			_, table, _ := strings.Cut(strings.TrimSuffix(name, ".sql"), "_")
			counts := strings.TrimSuffix(table, "s") + "_counts"
			statements := comment.ReplaceAllString(string(text), "")
			for i, m := range created.FindAllStringSubmatch(statements, -1) {
				if i == 0 && m[2] != table || i > 0 && m[2] != counts && m[2] != table+"_counts" {
					t.Errorf("%s creates %s", name, m[2])
				}
			}
			changes := altered.FindAllStringSubmatch(statements, -1)
			if !created.MatchString(statements) { // a further file that changes a final table
				if len(changes) == 0 && !indexed.MatchString(statements) {
					t.Errorf("%s neither creates nor alters a table, nor does it index one", name)
				}
				continue
			}
			for _, m := range changes {
				if m[1] != table {
					t.Errorf("%s alters %s", name, m[1])
				}
			}
		}
	}
}

func TestTheFingerprintIsThatOfTheStatements(t *testing.T) {
	t.Parallel()
	files := func(change map[string]string) fstest.MapFS {
		all := map[string]string{"1_a.sql": "-- A.\nCREATE TABLE a (\n    id int\n);\n", "2_b.sql": "CREATE TABLE b ();\n"}
		maps.Copy(all, change)
		embedded := fstest.MapFS{}
		for name, text := range all {
			if text != "" {
				embedded[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		return embedded
	}
	of := func(change map[string]string) string {
		sums, err := fingerprintsOf(files(change))
		if err != nil {
			t.Fatal(err)
		}
		return sums[len(sums)-1]
	}
	for _, c := range []struct {
		name   string
		change map[string]string
		same   bool
	}{
		{"nothing changed", nil, true},
		{"a comment and indentation changed", map[string]string{"1_a.sql": "CREATE TABLE a (\n\n  -- The id.\n  id int\n);"}, true},
		{"a column added", map[string]string{"1_a.sql": "CREATE TABLE a (\nid int,\nname text\n);\n"}, false},
		{"a file added", map[string]string{"3_c.sql": "CREATE TABLE c ();\n"}, false},
		{"a file removed", map[string]string{"2_b.sql": ""}, false},
		{"a file renumbered", map[string]string{"2_b.sql": "", "3_b.sql": "CREATE TABLE b ();\n"}, false},
	} {
		if same := of(c.change) == of(nil); same != c.same {
			t.Errorf("%s: the same fingerprint is %v", c.name, same)
		}
	}
}
