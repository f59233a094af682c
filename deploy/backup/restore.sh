#!/bin/sh
# Restores the server to a moment, with PGDATA as its stopped data directory:
# sh restore.sh /backup ['2026-11-22 18:06:01+00' [current|latest|NUMBER]]
# Without a moment, or with '', it restores all that was archived. What was in PGDATA is moved to /backup/replaced-<now>, and nothing
# is deleted. PostgreSQL replays the WAL when it is started, and then takes writes.
# Each restore begins a new timeline of the server. The WAL is followed on the timeline of the base backup (current), on the newest
# one (latest), or on that with the number, so a moment can also be one of before a former restore.
set -eu
backup=$1 moment=${2:-} timeline=${3:-}
here=$(dirname "$0")
case ${timeline:=current} in
  current | latest) ;;
  *[!0-9]*)
    echo "$timeline is no timeline: current, latest or a number" >&2
    exit 1
    ;;
esac
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

# After a crash the archive lacks the end of the WAL. The segments that wait are archived now. The one that was being filled is the
# first that the archiver does not know: it is kept as .partial, since the server of the former data directory could still fill it.
for segment in $(ls "$PGDATA/pg_wal" 2>/dev/null | grep -E '^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$' | LC_ALL=C sort); do
  status=$PGDATA/pg_wal/archive_status/$segment
  if [ -e "$status.ready" ]; then
    sh "$here/archive-wal.sh" "$PGDATA/pg_wal/$segment" "$segment" "$backup"
  elif [ ! -e "$status.done" ] && [ "${segment%.history}" = "$segment" ]; then
    cp "$PGDATA/pg_wal/$segment" "$backup/wal/$segment.partial"
    sync "$backup/wal/$segment.partial"
    break
  fi
done

replaced=$backup/replaced-$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$PGDATA" "$replaced"
find "$PGDATA" -mindepth 1 -maxdepth 1 -exec mv -t "$replaced" {} +
cp -a "$backup/base/$base/." "$PGDATA/"
chmod 700 "$PGDATA"
# Where the socket lies in the data directory, the base backup has the lock file of the server that was backed up.
rm -f "$PGDATA"/.s.PGSQL.*.lock
# The last of several lines counts: a former restore's may be in the base backup.
cat >> "$PGDATA/postgresql.auto.conf" <<END
restore_command = 'cp "$backup/wal/%f" "%p" || cp "$backup/wal/%f.partial" "%p"'
recovery_target_time = '$moment'
recovery_target_timeline = '$timeline'
recovery_target_action = 'promote'
END
touch "$PGDATA/recovery.signal"
own=$(sed -n 's/^START TIMELINE: //p' "$PGDATA/backup_label")
echo "restored $base, of timeline $own; the next start replays the WAL of timeline $timeline ${moment:+until $moment}"
for history in "$backup"/wal/*.history; do
  name=$(basename "$history" .history)
  if [ -e "$history" ] && [ "$((0x$name))" -gt "$own" ]; then
    echo "there is also timeline $((0x$name)), of a restore that left another one $(sed -n '$s/^[^\t]*\t[^\t]*\t//p' "$history")"
  fi
done
