package wire

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gateway/test/testdb"

	"github.com/lib/pq"
)

// connector makes connections to a new database.
func connector(tb testing.TB) driver.Connector {
	tb.Helper()
	cfg, err := pq.NewConfig(testdb.New(tb))
	if err != nil {
		tb.Fatal(err)
	}
	cfg.BinaryParameters = true
	c, err := pq.NewConnectorConfig(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// open returns a pool of one connection, with the table texts.
func open(tb testing.TB, c driver.Connector) *sql.DB {
	tb.Helper()
	db := sql.OpenDB(c)
	tb.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	execute(tb, db, `CREATE TABLE texts (n bigint, text text)`)
	return db
}

func execute(tb testing.TB, db *sql.DB, query string, args ...any) {
	tb.Helper()
	if _, err := db.ExecContext(tb.Context(), query, args...); err != nil {
		tb.Fatal(err)
	}
}

// onConn uses a connection that is not used again.
func onConn(tb testing.TB, db *sql.DB, use func(*sql.Conn) error) {
	tb.Helper()
	conn, err := db.Conn(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	defer Discard(conn)
	if err := use(conn); err != nil {
		tb.Fatal(err)
	}
}

// copyTexts copies lines in a transaction, as lib/pq demands.
func copyTexts(ctx context.Context, conn *sql.Conn, lines []byte) error {
	if _, err := conn.ExecContext(ctx, `BEGIN`); err != nil {
		return err
	}
	if err := Copy(ctx, conn, `COPY texts (n, text) FROM STDIN`, lines); err != nil {
		_, rollback := conn.ExecContext(ctx, `ROLLBACK`)
		return errors.Join(err, rollback)
	}
	_, err := conn.ExecContext(ctx, `COMMIT`)
	return err
}

const insertTexts = `INSERT INTO texts SELECT * FROM unnest($1::bigint[], $2::text[])`

// ways are all ways to bring texts to PostgreSQL; nil is NULL.
var ways = map[string]func(tb testing.TB, db *sql.DB, texts []*string){
	"a binary array": func(tb testing.TB, db *sql.DB, texts []*string) {
		numbers, all := Int64s(len(texts)), Texts(len(texts), 0)
		for i, text := range texts {
			numbers.AppendInt64(int64(i))
			if text == nil {
				all.AppendNull()
			} else {
				all.AppendText(*text)
			}
		}
		execute(tb, db, insertTexts, numbers.Encoded(), all.Encoded())
	},
	"an array as a text": func(tb testing.TB, db *sql.DB, texts []*string) {
		execute(tb, db, insertTexts, arrayTexts(texts)[0], arrayTexts(texts)[1])
	},
	"an array as a literal": func(tb testing.TB, db *sql.DB, texts []*string) {
		onConn(tb, db, func(conn *sql.Conn) error {
			p, err := OpenPipeline(tb.Context(), conn)
			if err != nil {
				return err
			}
			p.Begin("BEGIN;")
			return errors.Join(p.Add(tb.Context(), insertTexts, arrayTexts(texts)), p.Commit(tb.Context()))
		})
	},
	"lines of COPY": func(tb testing.TB, db *sql.DB, texts []*string) {
		onConn(tb, db, func(conn *sql.Conn) error {
			return copyTexts(tb.Context(), conn, copyLines(texts))
		})
	},
}

func arrayTexts(texts []*string) []string {
	numbers, all := Element.Begin(nil), Element.Begin(nil)
	for i, text := range texts {
		if i > 0 {
			numbers, all = Element.Separate(numbers), Element.Separate(all)
		}
		numbers, all = strconv.AppendInt(numbers, int64(i), 10), appendOrNull(all, Element, text)
	}
	return []string{string(Element.End(numbers)), string(Element.End(all))}
}

func copyLines(texts []*string) (lines []byte) {
	for i, text := range texts {
		lines = Field.End(appendOrNull(Field.Separate(strconv.AppendInt(lines, int64(i), 10)), Field, text))
	}
	return lines
}

func appendOrNull(a []byte, f *Form, text *string) []byte {
	if text == nil {
		return f.AppendNull(a)
	}
	return AppendText(a, f, *text)
}

// readTexts returns what the table has, and empties it.
func readTexts(tb testing.TB, db *sql.DB) (texts []*string) {
	tb.Helper()
	rows, err := db.QueryContext(tb.Context(), `SELECT text FROM texts ORDER BY n`)
	if err != nil {
		tb.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text *string
		if err := rows.Scan(&text); err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, text)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		tb.Fatal(err)
	}
	execute(tb, db, `TRUNCATE texts`)
	return texts
}

func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

func shown(text *string) string {
	if text == nil {
		return "NULL"
	}
	return *text
}

func comeBack(t *testing.T, db *sql.DB, way string, texts []*string) {
	t.Helper()
	ways[way](t, db, texts)
	got := readTexts(t, db)
	if slices.EqualFunc(got, texts, same) {
		return
	}
	if len(got) != len(texts) {
		t.Fatalf("%d of %d rows came back from %s", len(got), len(texts), way)
	}
	for i := range texts {
		if !same(got[i], texts[i]) {
			t.Fatalf("%q came back from %s as %q", shown(texts[i]), way, shown(got[i]))
		}
	}
}

// hostile are texts that mean something in one of the formats.
var hostile = []string{
	"", " ", "plain", `it's`, `'');--`, `"quoted"`, `a"b`, `\`, `\\`, `a\'b\\`, `back\`, `\N`, `\.`, `a\tb`, "a\tb", "a\nb", "a\r\nb",
	"NULL", "null", `{1,2}`, ",", "; ROLLBACK;", "$1 $$", "\x01\x7f", "é\u2028😀", "Rp 1.000 – ✓", "\U0010ffff", strings.Repeat("x'\\\"\n", 30_000),
}

func TestTextsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	texts := []*string{nil}
	for _, text := range hostile {
		texts = append(texts, &text, nil)
	}
	for way := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			comeBack(t, open(t, connector(t)), way, texts)
		})
	}
}

// The letters are those that some format treats in its own way, and pieces of letters of several bytes.
func TestRandomTextsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	letters := []rune("ab'\"\\{},\t\n\r\b\v\f\x01Nnrt.$;() é😀\U0010ffff")
	for way := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			db := open(t, connector(t))
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			random := rand.New(rand.NewPCG(seed, 0))
			for range 20 {
				texts := make([]*string, 1+random.IntN(300))
				for i := range texts {
					text := make([]rune, random.IntN(40))
					for j := range text {
						text[j] = letters[random.IntN(len(letters))]
					}
					if random.IntN(10) > 0 {
						texts[i] = new(string(text))
					}
				}
				comeBack(t, db, way, texts)
			}
		})
	}
}

func TestFormsLeaveOutNUL(t *testing.T) {
	t.Parallel()
	for _, f := range []*Form{Element, Field} {
		for text, want := range map[string]string{"\x00": "", "a\x00b": "ab", "\x00'\x00": "'", "ab\x00": "ab"} {
			got := strings.Trim(string(AppendText(nil, f, text)), `"`)
			if ofBytes := strings.Trim(string(AppendText(nil, f, []byte(text))), `"`); got != want || ofBytes != want {
				t.Errorf("%q became %q and %q, want %q", text, got, ofBytes, want)
			}
		}
	}
}

// A NUL would end the message in the middle of a statement.
func TestAPipelineAndAnArrayRefuseNUL(t *testing.T) {
	t.Parallel()
	db := open(t, connector(t))
	onConn(t, db, func(conn *sql.Conn) error {
		p, err := OpenPipeline(t.Context(), conn)
		if err != nil {
			return err
		}
		p.Begin("BEGIN;")
		if err := p.Add(t.Context(), insertTexts, []string{"{1}", "{a\x00b}"}); !errors.Is(err, ErrNUL) {
			t.Errorf("NUL in a pipeline: %v", err)
		}
		return errors.Join(p.Add(t.Context(), insertTexts, []string{"{2}", "{after}"}), p.Commit(t.Context()))
	})
	if got := readTexts(t, db); len(got) != 1 || *got[0] != "after" {
		t.Errorf("the pipeline wrote %d rows", len(got))
	}
	numbers, texts := Int64s(1), Texts(1, 0)
	numbers.AppendInt64(1)
	texts.AppendText("a\x00b")
	_, err := db.ExecContext(t.Context(), insertTexts, numbers.Encoded(), texts.Encoded())
	if refused, ok := errors.AsType[*pq.Error](err); !ok || refused.Code.Class() != "22" {
		t.Errorf("NUL in an array: %v", err)
	}
}

func TestAnArrayHoldsItsElements(t *testing.T) {
	t.Parallel()
	db := open(t, connector(t))
	numbers := Int64s(0)
	for _, n := range []int64{0, -1, 1 << 62, -1 << 63} {
		numbers.AppendInt64(n)
	}
	id := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	ids, documents := UUIDs(2), JSONs(2, 8)
	ids.AppendBytes(id)
	ids.AppendNull()
	documents.AppendText(`{"a": "\"b\\"}`)
	documents.AppendNull()
	var got string
	err := db.QueryRowContext(t.Context(), `SELECT concat_ws(' ', $1::bigint[], $2::uuid[], $3::json[], cardinality($4::text[]))`,
		numbers.Encoded(), ids.Encoded(), documents.Encoded(), Texts(0, 0).Encoded()).Scan(&got)
	want := `{0,-1,4611686018427387904,-9223372036854775808} {01020304-0506-0708-090a-0b0c0d0e0f10,NULL} {"{\"a\": \"\\\"b\\\\\"}",NULL} 0`
	if err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
