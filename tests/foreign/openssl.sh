#!/bin/sh
# Checks the signature below FOLDER/checkpoint, by the key in FOLDER/vkey, with OpenSSL 3 alone.
# Usage: sh openssl.sh FOLDER        0 accepted, 9 rejected, anything else: it could not be asked
set -eu
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT

# A key is written name+number+base64; the base64 is one byte of kind, then 32 bytes of Ed25519.
vkey=$(cat "$1/vkey")
name=${vkey%%+*}
rest=${vkey#*+}
{
    printf '\060\052\060\005\006\003\053\145\160\003\041\000'
    printf '%s' "${rest#*+}" | base64 -d | tail -c +2
} >"$away/key.der"

# What was signed stands above the empty line; a signature is four bytes of number, then 64.
sed '/^$/,$d' "$1/checkpoint" >"$away/text"
sed '1,/^$/d' "$1/checkpoint" | awk -v name="$name" '$2 == name { print $3; exit }' |
    base64 -d | tail -c +5 >"$away/signature"

said=$(openssl pkeyutl -verify -pubin -keyform DER -inkey "$away/key.der" -rawin \
    -in "$away/text" -sigfile "$away/signature" 2>&1) || true
printf '%s\n' "$said"
case $said in
    *"Verified Successfully"*) exit 0 ;;
    *"Verification Failure"*) exit 9 ;;
    *) exit 2 ;;
esac
