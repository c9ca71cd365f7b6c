# pip install authlib requests
import os
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session

URL = os.environ["LATCHKEY_URL"]

session = OAuth2Session(
    os.environ["LATCHKEY_CLIENT_ID"],
    os.environ["LATCHKEY_CLIENT_SECRET"],
    redirect_uri=os.environ["LATCHKEY_REDIRECT_URI"],
    scope="read:directory:organization read:directory:users",
    code_challenge_method="S256",
)
verifier = generate_token(48)
address, state = session.create_authorization_url(URL + "/oauth2/authorize", code_verifier=verifier)
print("Open", address, flush=True)
callback = input()

session.fetch_token(URL + "/oauth2/token", authorization_response=callback, state=state, code_verifier=verifier)
print("called", session.get(URL + "/openapi/v2/directory/users/me").json()["email"])

token = session.refresh_token(URL + "/oauth2/token")
print("refreshed", token["expires_in"])

access = token["access_token"]
print("active", session.introspect_token(URL + "/oauth2/introspect", token=access).json()["active"])
session.revoke_token(URL + "/oauth2/revoke", token=access).raise_for_status()
print("active", session.introspect_token(URL + "/oauth2/introspect", token=access).json()["active"])

try:
    session.refresh_token(URL + "/oauth2/token", refresh_token=token["refresh_token"])
except OAuthError as refused:
    print("error", refused.error)
