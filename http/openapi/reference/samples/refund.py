import json
import os
import sys
import time
import urllib.error
import urllib.request


def call(method, path, key="", body=None):
    """Send a request until the gateway has answered it: the same key makes the same refund."""
    wait = 1
    while True:
        request = urllib.request.Request(os.environ["API"] + path, method=method, data=body and json.dumps(body).encode())
        request.add_header("X-API-Key", os.environ["API_KEY"])
        request.add_header("Content-Type", "application/json")
        request.add_header("Idempotency-Key", key)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as refusal:
            if refusal.code < 500:
                sys.exit("refused: " + json.load(refusal)["message"])
        except (urllib.error.URLError, TimeoutError):
            pass
        time.sleep(wait)
        wait *= 2


transaction = os.environ["TRANSACTION_ID"]
refund = call("POST", "/refunds", "refund-" + transaction, {"transaction_id": transaction, "reason": "requested_by_customer"})
while refund["status"] in ("pending", "processing"):  # pending: a person has to approve it first
    time.sleep(1)
    refund = call("GET", f"/refunds/{refund['id']}")
print(refund["status"], refund["method"], refund["succeeded_at"], refund["failure_code"])
sys.exit(refund["status"] != "succeeded")
