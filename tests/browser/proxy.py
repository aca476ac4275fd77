"""A proxy before the site that fails as proxies do: it answers with a page of its own."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Proxy:
    """`base` is where browsers come in; while `status` is set everybody gets the proxy's own page with it."""

    def __init__(self, behind: str) -> None:
        self.behind = urlsplit(behind).netloc
        self.status = 0
        self.base = ""

    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection(self.behind, timeout=30)
        line.request(method, path, body, {**headers, "Connection": "close"})
        return line.getresponse()


@contextmanager
def proxied(behind: str) -> Iterator[Proxy]:
    proxy = Proxy(behind)

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if proxy.status:
                self.reply(proxy.status, [("Content-Type", "text/html")], b"<h1>nginx says no</h1>")
                return
            found = proxy.ask(self.command, self.path, dict(self.headers.items()), body)
            dropped = ("connection", "transfer-encoding", "content-length", "keep-alive")
            kept = [pair for pair in found.getheaders() if pair[0].lower() not in dropped]
            self.reply(found.status, kept, found.read())

        def reply(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_HEAD = answer

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    proxy.base = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
