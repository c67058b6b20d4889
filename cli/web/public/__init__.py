"""The public pages, players' phones, the hall screen and the public API."""
