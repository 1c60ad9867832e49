"""Which rows of local buffers have to start at multiples of 32 bytes, and which do not.

The rules that the passes for storage alignment share: marking, sizes of allocations, propagation.
"""
