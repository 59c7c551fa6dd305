"""`python -m opencicc.nvvm.worker`: compiles for a process without a Python, over the socket that is its standard input.

A message is a length of eight bytes and the bytes; it ends when the other side closes.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import sys

from opencicc.nvvm.answer import answer

_LENGTH = struct.Struct("<Q")


def serve(connection: socket.socket) -> None:
    while True:
        head = receive(connection, _LENGTH.size)
        request = receive(connection, _LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else b""
        if not request:
            return
        said = answer(request)
        connection.sendall(_LENGTH.pack(len(said)) + said)


def receive(connection: socket.socket, count: int) -> bytes:
    """So many bytes; fewer where the other side has gone."""
    parts = bytearray()
    while len(parts) < count:
        part = connection.recv(min(count - len(parts), 1 << 20))
        if not part:
            return b""
        parts += part
    return bytes(parts)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked; with it we end
    connection = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # nothing that is printed may meet the answers
    try:
        serve(connection)
    except (BrokenPipeError, ConnectionResetError):
        return


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)
