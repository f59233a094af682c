package migrations_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"gateway/migrations"
	"gateway/test/testdb"
)

func TestACheckChangesNothingAndRefusesWhatIsNotOfThisProgram(t *testing.T) {
	t.Parallel()
	type schema struct {
		migrate, check func(context.Context, *sql.DB) error
	}
	log := schema{migrations.EventStore, migrations.CheckEventStore}
	models := schema{migrations.ReadModel, migrations.CheckReadModel}
	for name, c := range map[string]struct {
		schema
		before []string
		want   error
	}{
		"a log":                        {log, []string{``}, nil},
		"read models":                  {models, []string{``}, nil},
		"a log without its last file":  {log, []string{`DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`}, migrations.ErrNotMigrated},
		"a log without the state":      {log, []string{`DROP SCHEMA state CASCADE`}, migrations.ErrNotMigrated},
		"a log of a newer program":     {log, []string{`UPDATE schema_fingerprint SET fingerprint = 'newer'`}, migrations.ErrOtherVersion},
		"a state of a newer program":   {log, []string{`UPDATE state.schema_fingerprint SET fingerprint = 'newer'`}, migrations.ErrOtherVersion},
		"a log without a fingerprint":  {log, []string{`DROP TABLE schema_fingerprint`}, migrations.ErrOtherVersion},
		"read models in the log":       {schema{migrations.EventStore, migrations.CheckReadModel}, []string{``}, migrations.ErrOtherSchema},
		"read models of a newer one":   {models, []string{`UPDATE schema_fingerprint SET fingerprint = 'newer'`}, migrations.ErrOtherVersion},
		"an empty database":            {schema{func(context.Context, *sql.DB) error { return nil }, log.check}, []string{``}, migrations.ErrNotMigrated},
		"an empty database for models": {schema{func(context.Context, *sql.DB) error { return nil }, models.check}, []string{``}, migrations.ErrNotMigrated},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := connect(t, testdb.New(t))
			if err := c.migrate(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			execute(t, db, c.before...)
			var before, now sql.NullString
			const tables = `SELECT string_agg(oid::regclass::text, ' ' ORDER BY oid) FROM pg_class WHERE relkind IN ('r', 'i') AND oid >= 16384`
			if err := db.QueryRow(tables).Scan(&before); err != nil {
				t.Fatal(err)
			}
			err := c.check(t.Context(), db)
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if c.want == migrations.ErrNotMigrated && !strings.Contains(err.Error(), "run `gateway migrate` as its owner") { //nolint:errorlint // the table's own value
				t.Error(err)
			}
			if err := db.QueryRow(tables).Scan(&now); err != nil || now != before {
				t.Errorf("the tables were %s, and are %s (%v)", before.String, now.String, err)
			}
		})
	}
}
