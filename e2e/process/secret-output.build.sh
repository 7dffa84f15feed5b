#!/bin/sh
# A build that prints its secret in several forms, one of them in two parts, and fails.
printf 'plain: %s\n' "$TOKEN"
printf 'parts: %s' "$(printf '%s' "$TOKEN" | cut -c 1-9)"
sleep 1
printf '%s\n' "$(printf '%s' "$TOKEN" | cut -c 10-)"
printf 'base64: %s\n' "$(printf '%s' "$TOKEN" | base64)"
printf 'url: https://host.test/?key=%s\n' "$(node -p 'encodeURIComponent(process.env.TOKEN)')"
printf 'json: %s\n' "$(node -p 'JSON.stringify({ key: process.env.TOKEN })')"
printf 'upper: %s\n' "$(printf '%s' "$TOKEN" | tr '[:lower:]' '[:upper:]')"
echo 'error: no signature' >&2
exit 3
