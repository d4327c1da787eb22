"""The stand-in for Redis as a process: `python -m tests.services.fake_redis PORT`."""

import sys

from fakeredis import TcpFakeServer


def main() -> None:
    """Serve the Redis protocol on the port given until killed."""
    TcpFakeServer.allow_reuse_address = True
    TcpFakeServer(("127.0.0.1", int(sys.argv[1])), server_type="redis").serve_forever()


if __name__ == "__main__":
    main()
