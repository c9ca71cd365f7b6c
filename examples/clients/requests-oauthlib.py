# pip install requests-oauthlib. For a plain http address of Latchkey also set OAUTHLIB_INSECURE_TRANSPORT=1.
import os
import requests
from oauthlib.oauth2 import OAuth2Error
from requests_oauthlib import OAuth2Session

URL = os.environ["LATCHKEY_URL"]
ID = os.environ["LATCHKEY_CLIENT_ID"]
SECRET = os.environ["LATCHKEY_CLIENT_SECRET"]

session = OAuth2Session(
    ID,
    redirect_uri=os.environ["LATCHKEY_REDIRECT_URI"],
    scope=["read:directory:organization", "read:directory:users"],
    pkce="S256",
)
address, state = session.authorization_url(URL + "/oauth2/authorize")
print("Open", address, flush=True)
callback = input()

session.fetch_token(URL + "/oauth2/token", authorization_response=callback, client_secret=SECRET)
print("called", session.get(URL + "/openapi/v2/directory/users/me").json()["email"])

# The library does not add the client itself.
token = session.refresh_token(URL + "/oauth2/token", client_id=ID)
print("refreshed", token["expires_in"])

asked = {"token": token["access_token"]}
print("active", requests.post(URL + "/oauth2/introspect", asked, auth=(ID, SECRET)).json()["active"])
requests.post(URL + "/oauth2/revoke", asked, auth=(ID, SECRET)).raise_for_status()
print("active", requests.post(URL + "/oauth2/introspect", asked, auth=(ID, SECRET)).json()["active"])

try:
    session.refresh_token(URL + "/oauth2/token", client_id=ID)
except OAuth2Error as refused:
    print("error", refused.error)
