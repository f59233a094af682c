#!/bin/sh
# Checks a signed file with openssl (3.0 or later) and the GNU tools:
#   sh check-file.sh FILE KEY
# FILE is a .csv, a .pdf with its .sig beside it, or a .statement; KEY is `key` of GET /checkpoint.
set -eu
file=$1 key=$2 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
signed() { head -n -1 "$file"; } # all lines but the last one
sum() { sha256sum | cut -d ' ' -f 1; }

# The public key as openssl reads it: 12 bytes that say Ed25519, then the last 32 of what base64 has after the second +.
{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; printf %s "$key" | cut -d + -f 3- | base64 -d | tail -c 32; } > "$work/key"

case $file in
*.csv)
  printf 'gateway-csv/v1\n%s\n%s\n' "$(signed | wc -l)" "$(signed | sum)" > "$work/message"
  tail -n 1 "$file" | cut -d , -f 7 | cut -d : -f 2 | base64 -d > "$work/signature" ;;
*.pdf)
  printf 'gateway-file/v1\n%s\n%s\n%s\n' "$(sed -n 2p "$file.sig")" "$(wc -c < "$file")" "$(sum < "$file")" > "$work/message"
  tail -n 1 "$file.sig" | cut -d ' ' -f 3 | base64 -d | tail -c 64 > "$work/signature" ;;
*)
  format=$(head -n 1 "$file" | sed 's/.*"format":"\([^"]*\)".*/\1/') # gateway-statement/v3, or v2 in an older file
  printf '%s\n%s\n%s\n' "$format" "$(($(signed | wc -l) - 1))" "$(signed | sum)" > "$work/message"
  tail -n 1 "$file" | sed 's/.*"signature":"\([^"]*\)".*/\1/' | base64 -d > "$work/signature" ;;
esac
openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key" -rawin -in "$work/message" -sigfile "$work/signature"
