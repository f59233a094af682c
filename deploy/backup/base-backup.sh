#!/bin/sh
# Makes a base backup: sh base-backup.sh /backup KEEP
# It is named after the moment in UTC at which it was done, and is there only when it is whole and was verified. The newest KEEP
# are kept, with the WAL since the oldest of them. The server is found by PGHOST, PGPORT and PGUSER.
set -eu
backup=$1 keep=$2
partial=$backup/base/.partial
mkdir -p "$backup/base" "$backup/wal"
rm -rf "$partial"
pg_basebackup -D "$partial" -X stream -c fast
pg_verifybackup -q "$partial"
name=$(date -u +%Y%m%dT%H%M%SZ)
touch "$partial"
mv "$partial" "$backup/base/$name"
sync "$backup/base"
echo "base backup $name"

ls "$backup/base" | sort -r | tail -n +$((keep + 1)) | while read -r old; do
  rm -rf "$backup/base/$old"
done
oldest=$(ls "$backup/base" | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p' "$backup/base/$oldest/backup_label")
pg_archivecleanup "$backup/wal" "$first"
