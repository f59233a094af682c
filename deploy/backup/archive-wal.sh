#!/bin/sh
# PostgreSQL's archive_command: sh archive-wal.sh %p %f /backup
# Copies a segment of the WAL, and says that it is done only when the copy is on the disk. A segment that is there already is
# accepted if it is the same, as after a crash between the copy and the answer.
set -eu
segment=$1 name=$2 backup=$3
mkdir -p "$backup/wal"
if [ -e "$backup/wal/$name" ]; then
  exec cmp "$segment" "$backup/wal/$name"
fi
cp "$segment" "$backup/wal/.$name"
sync "$backup/wal/.$name"
mv "$backup/wal/.$name" "$backup/wal/$name"
sync "$backup/wal"
