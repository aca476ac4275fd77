"""Exit 0 when an address answers 200: `python healthcheck.py http://127.0.0.1:8000/healthz`. No curl in the image."""

import os
import sys
import urllib.request

host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip().lstrip(".")
request = urllib.request.Request(sys.argv[1], headers={"Host": host, "X-Forwarded-Proto": "https"})
try:
    with urllib.request.urlopen(request, timeout=4) as answer:
        sys.exit(0 if answer.status == 200 else 1)
except OSError as error:
    sys.exit(f"{sys.argv[1]}: {error}")
