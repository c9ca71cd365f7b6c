# Needs Python 3.8 or later, and no package. Run: LATCHKEY_CLIENT_SECRET=... python3 latchkey.py
import base64
import hashlib
import json
import os
import secrets
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

BASE = "%BASE_URL%"
CLIENT_ID = "%CLIENT_ID%"
CLIENT_SECRET = os.environ["LATCHKEY_CLIENT_SECRET"]


def tokens(**fields):
    body = urlencode({"client_id": CLIENT_ID, **fields}).encode()
    with urlopen(BASE + "/oauth2/token", data=body) as answer:
        return json.load(answer)


def call(token):
    request = Request(BASE + "%CALL%", headers={"Authorization": "Bearer " + token})
    with urlopen(request) as answer:
        print(answer.status, answer.read().decode())


# 1. Send the browser to the authorization address, with a random state and a PKCE challenge.
state = secrets.token_urlsafe(16)
verifier = secrets.token_urlsafe(32)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
query = {
    "response_type": "code",
    "client_id": CLIENT_ID,
    "state": state,
    "code_challenge": challenge,
    "code_challenge_method": "S256",
}
print("Open " + BASE + "/oauth2/authorize?" + urlencode(query))

# 2. After consent the browser is at your redirect URI. Check the state and take the code.
address = input("Paste the address at which the browser has arrived:\n")
answer = parse_qs(urlsplit(address.strip()).query)
if answer.get("state") != [state]:
    raise SystemExit("This is not the answer to our request.")

# 3. Exchange the code.
pair = tokens(
    grant_type="authorization_code",
    client_secret=CLIENT_SECRET,
    code=answer["code"][0],
    code_verifier=verifier,
)

# 4. Call the open interface.
call(pair["access_token"])

# 5. Refresh before the token expires. Both old tokens stop working.
pair = tokens(grant_type="refresh_token", refresh_token=pair["refresh_token"])
call(pair["access_token"])
