# sh curl.sh
set -eu
echo "Open $LATCHKEY_URL/oauth2/authorize?client_id=$LATCHKEY_CLIENT_ID&response_type=code"
read -r callback
code=$(printf '%s' "$callback" | sed 's/.*[?&]code=\([^&]*\).*/\1/')

# field NAME: the field of this name of the JSON on standard input.
field() { sed 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/'; }
secret="$LATCHKEY_CLIENT_ID:$LATCHKEY_CLIENT_SECRET"

tokens=$(curl -s "$LATCHKEY_URL/oauth2/token" -u "$secret" -d grant_type=authorization_code -d code="$code")
access=$(printf '%s' "$tokens" | field access_token)
refresh=$(printf '%s' "$tokens" | field refresh_token)
echo "called $(curl -s "$LATCHKEY_URL/openapi/v2/directory/users/me" -H "Authorization: Bearer $access" | field email)"

# A refresh needs no secret.
tokens=$(curl -s "$LATCHKEY_URL/oauth2/token" -d grant_type=refresh_token -d client_id="$LATCHKEY_CLIENT_ID" -d refresh_token="$refresh")
access=$(printf '%s' "$tokens" | field access_token)
refresh=$(printf '%s' "$tokens" | field refresh_token)
echo "refreshed $(printf '%s' "$tokens" | field expires_in)"

echo "active $(curl -s "$LATCHKEY_URL/oauth2/introspect" -H "Authorization: Bearer $access" | field active)"
curl -s "$LATCHKEY_URL/oauth2/revoke" -u "$secret" -d token="$access" >/dev/null
echo "active $(curl -s "$LATCHKEY_URL/oauth2/introspect" -H "Authorization: Bearer $access" | field active)"

echo "error $(curl -s "$LATCHKEY_URL/oauth2/token" -d grant_type=refresh_token -d client_id="$LATCHKEY_CLIENT_ID" -d refresh_token="$refresh" | field error)"
