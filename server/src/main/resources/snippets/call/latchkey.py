# Needs Python 3.8 or later, and no package. Run: LATCHKEY_TOKEN=... python3 latchkey.py
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "%ADDRESS%",
    method="%METHOD%",
    headers={
        "Authorization": "Bearer " + os.environ["LATCHKEY_TOKEN"],
        "Content-Type": "application/json",  # %IF_BODY%
    },
    data="%BODY_TEXT%".encode(),  # %IF_BODY%
)
try:
    answer = urlopen(request)
except HTTPError as refused:
    answer = refused
print(answer.status, answer.read().decode())
