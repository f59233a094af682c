package rebuild_test

import "testing"

func TestReadModelsOfOtherVersionsAreRemovedAndThoseThatServeStay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, statement := range []string{
		`CREATE SCHEMA readmodel_0123456789ab`, `CREATE TABLE readmodel_0123456789ab.entries (n int)`,
		`CREATE SCHEMA readmodel_of_somebody`, `CREATE TABLE readmodel_of_somebody.entries (n int)`,
	} {
		if _, err := f.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	r := f.rebuilder(t, "program", totalModel{})
	for range 2 {
		if err := r.CleanFormer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var former, other, live bool
	err := f.DB.QueryRowContext(t.Context(), `SELECT to_regclass('readmodel_0123456789ab.entries') IS NOT NULL,
		to_regclass('readmodel_of_somebody.entries') IS NOT NULL, to_regclass('entries') IS NOT NULL`).Scan(&former, &other, &live)
	if err != nil || former || !other || !live {
		t.Errorf("there are the former ones: %v, another schema: %v, those that serve: %v (%v)", former, other, live, err)
	}
}
