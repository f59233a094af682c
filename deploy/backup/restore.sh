#!/bin/sh
# Restores the server to a moment, with PGDATA as its stopped data directory: sh restore.sh /backup ['2026-11-22 18:06:01+00']
# Without a moment it restores all that was archived. What was in PGDATA is moved to /backup/replaced-<now>, and nothing is
# deleted. PostgreSQL replays the WAL when it is started, and then takes writes.
set -eu
backup=$1 moment=${2:-}
if [ -e "$PGDATA/postmaster.pid" ]; then
  echo "a server runs in $PGDATA, or ended without a word: stop it first, and remove its postmaster.pid where none runs" >&2
  exit 1
fi
bound=99991231T235959Z
if [ -n "$moment" ]; then
  bound=$(date -u -d "$moment" +%Y%m%dT%H%M%SZ)
fi
base=
for candidate in $(ls "$backup/base" | sort); do
  if [ "$(printf '%s\n%s\n' "$candidate" "$bound" | sort | head -n 1)" = "$candidate" ]; then
    base=$candidate
  fi
done
if [ -z "$base" ]; then
  echo "no base backup in $backup/base was done by $moment" >&2
  exit 1
fi
replaced=$backup/replaced-$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$PGDATA" "$replaced"
find "$PGDATA" -mindepth 1 -maxdepth 1 -exec mv -t "$replaced" {} +
cp -a "$backup/base/$base/." "$PGDATA/"
chmod 700 "$PGDATA"
# Where the socket lies in the data directory, the base backup has the lock file of the server that was backed up.
rm -f "$PGDATA"/.s.PGSQL.*.lock
# The last of several lines counts: a former restore's may be in the base backup.
cat >> "$PGDATA/postgresql.auto.conf" <<END
restore_command = 'cp "$backup/wal/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
END
touch "$PGDATA/recovery.signal"
echo "restored $base; the next start replays the WAL ${moment:+until $moment}"
