"""Trainers' side of `deskgym bridge`. Importing it needs nothing but Python; each adapter needs its own trainer when used."""

from deskgym_bridge.client import Bridge
from deskgym_bridge.connection import BridgeError

__all__ = ["Bridge", "BridgeError"]
