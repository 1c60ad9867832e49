"""The memory map: from a plan to SVG, HTML and text."""
