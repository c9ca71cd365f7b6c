# Needs Python 3.8 or later, and no package. Run: LATCHKEY_TOKEN=... python3 latchkey.py
import os
from urllib.request import Request, urlopen

request = Request(
    "%BASE_URL%%CALL%",
    headers={"Authorization": "Bearer " + os.environ["LATCHKEY_TOKEN"]},
)
with urlopen(request) as answer:
    print(answer.status, answer.read().decode())
