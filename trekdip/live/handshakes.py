"""How sockets are opened on the wire: the server's own way, but for handshakes that are none."""

from typing_extensions import override
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Handshakes(WebSocketsSansIOProtocol):
    """The server's protocol for sockets. It leaves a connection open for ever, without an answer, whose
    handshake it cannot read (too many headers, too long a line); such are told so and ended.
    """

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
