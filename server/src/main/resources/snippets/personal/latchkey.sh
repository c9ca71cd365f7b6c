#!/bin/sh
# Needs curl and openssl. Run: LATCHKEY_CLIENT_SECRET=... sh latchkey.sh
set -eu
base='%BASE_URL%'
client_id='%CLIENT_ID%'
: "${LATCHKEY_CLIENT_SECRET:?is not set}"

tokens() { curl -fsS "$base/oauth2/token" -d client_id="$client_id" "$@"; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
call() { printf 'Authorization: Bearer %s' "$1" | curl -fsS -w ' %{http_code}\n' -H @- "$base%CALL%"; }

# 1. Send the browser to the authorization address, with a random state and a PKCE challenge.
state=$(openssl rand -hex 16)
verifier=$(openssl rand -hex 32)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')
echo "Open $base/oauth2/authorize?response_type=code&client_id=$client_id&state=$state&code_challenge=$challenge&code_challenge_method=S256"

# 2. After consent the browser is at your redirect URI. Check the state and take the code.
echo 'Paste the address at which the browser has arrived:'
read -r address
case $address in *[?\&]state="$state"*) ;; *) echo 'This is not the answer to our request.' >&2; exit 1 ;; esac
code=${address#*[?&]code=}
code=${code%%&*}

# 3. Exchange the code. The secret goes through a pipe, so that no list of processes shows it.
pair=$(printf 'client_secret=%s' "$LATCHKEY_CLIENT_SECRET" |
    tokens -d @- -d grant_type=authorization_code -d code="$code" -d code_verifier="$verifier")

# 4. Call the open interface.
call "$(echo "$pair" | field access_token)"

# 5. Refresh before the token expires. Both old tokens stop working.
pair=$(tokens -d grant_type=refresh_token -d refresh_token="$(echo "$pair" | field refresh_token)")
call "$(echo "$pair" | field access_token)"
