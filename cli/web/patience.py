"""A connection with a time for everything: for a question to come, for an answer to be read."""

from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

if TYPE_CHECKING:
    from asyncio import TimerHandle

HEADER_SECONDS = 10.0
"""So long the head of a request may take to arrive."""

TAKING_SECONDS = 60.0
"""So long somebody may take to read what was sent, before there is more of it."""


class Patient(H11Protocol):
    """A connection that does not wait for ever: for a question, or for an answer to be read."""

    def connection_made(self, transport: object) -> None:
        """Begin to wait for the head of a request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._waiting = self.loop.call_later(HEADER_SECONDS, self._send_away)
        self._taking: TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is not whole yet has so many seconds from its first byte."""
        super().data_received(data)
        if self._is_asked:
            self._waiting.cancel()
        elif self._waiting.cancelled():
            self._waiting = self.loop.call_later(HEADER_SECONDS, self._send_away)

    def on_response_complete(self) -> None:
        """Go on to what came meanwhile; a head that has begun already has its time from now."""
        super().on_response_complete()
        if not self._is_asked and self.conn.trailing_data[0]:
            self._waiting.cancel()
            self._waiting = self.loop.call_later(HEADER_SECONDS, self._send_away)
        self._hang_up()

    def pause_writing(self) -> None:
        """Wait until some of what was sent is read."""
        super().pause_writing()
        self._give_up_later()

    def resume_writing(self) -> None:
        """Go on: it was read."""
        self._stop_giving_up()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing was asked for a while."""
        super().timeout_keep_alive_handler()
        self._hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._waiting.cancel()
        self._stop_giving_up()
        super().connection_lost(exc)

    def _send_away(self) -> None:
        """Close a connection on which no request has come."""
        if not self._is_asked:
            self.transport.close()
            self._hang_up()

    def _hang_up(self) -> None:
        """See to it that what is being closed is closed, though nobody reads the rest."""
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self._give_up_later()

    def _give_up_later(self) -> None:
        if self._taking is None:
            self._taking = self.loop.call_later(TAKING_SECONDS, self.transport.abort)

    def _stop_giving_up(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    @property
    def _is_asked(self) -> bool:
        """Whether a request has come that is not answered yet."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete
