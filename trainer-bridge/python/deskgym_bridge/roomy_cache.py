"""A cache for transformers models that grows by blocks, so that one more token does not copy all those before it."""

from __future__ import annotations

from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer

_BLOCK = 64


class _RoomyLayer(DynamicLayer):
    _room: tuple = ()

    def update(self, key_states, value_states, *args, **kwargs):
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        begin = self.get_seq_length()
        end = begin + key_states.shape[-2]
        if not self._room or self._room[0].data_ptr() != self.keys.data_ptr() or self._room[0].shape[-2] < end:
            self._room = tuple(_block(new, end) for new in (key_states, value_states))
            if begin > 0:
                self._room[0][..., :begin, :], self._room[1][..., :begin, :] = self.keys, self.values
        self._room[0][..., begin:end, :], self._room[1][..., begin:end, :] = key_states, value_states
        self.keys, self.values = (room[..., :end, :] for room in self._room)
        return self.keys, self.values


def _block(like, length: int):
    return like.new_empty(*like.shape[:-2], length + _BLOCK, like.shape[-1])


def roomy(cache: DynamicCache) -> DynamicCache:
    """The same cache, empty, with layers that have room; layers of other kinds (sliding, linear) stay as they are."""
    cache.layers = [_RoomyLayer() if type(layer) is DynamicLayer else layer for layer in cache.layers]
    return cache
