#!/bin/sh
# Makes a base backup as often as told, also when it was not running at that time: sh backup-timer.sh /backup KEEP SECONDS
# A backup that fails is tried again a minute later. --once makes one that is due and ends.
set -u
backup=$1 keep=$2 every=$3 once=${4:-}
here=$(dirname "$0")
while :; do
  if [ -z "$(find "$backup/base" -mindepth 1 -maxdepth 1 -name '2*' -newermt "-$every seconds" 2>/dev/null)" ]; then
    sh "$here/base-backup.sh" "$backup" "$keep" || echo "the base backup failed; it is tried again" >&2
  fi
  [ -z "$once" ] || exit 0
  sleep 60
done
