"""The editor half: language server, memory map and the ``hivm`` command."""
