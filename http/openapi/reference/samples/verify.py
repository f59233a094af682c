import base64
import hashlib
import hmac
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def verify(headers, body: bytes, secret: str) -> bool:
    """Report whether the gateway signed the body, within the last 5 minutes."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    mac = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    wanted = b"v1," + base64.b64encode(mac.digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(signature, wanted) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = verify(self.headers, body, os.environ["WEBHOOK_SECRET"])
        # Store the body under its webhook-id here, and work on it afterwards.
        self.send_response(204 if genuine else 400)
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
