"""One module or package per compiler pass, named as the pass is."""
