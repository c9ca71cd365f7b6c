#!/bin/sh
# Needs curl. Run: LATCHKEY_TOKEN=... sh latchkey.sh
set -eu
: "${LATCHKEY_TOKEN:?is not set}"

# The token goes through a pipe, so that no list of processes shows it.
printf 'Authorization: Bearer %s' "$LATCHKEY_TOKEN" |
    curl -sS -w ' %{http_code}\n' -H @- -X %METHOD% \
    -H 'Content-Type: application/json' --data-raw %BODY_QUOTED% \%IF_BODY%
    '%ADDRESS%'
