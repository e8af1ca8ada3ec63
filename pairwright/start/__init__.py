"""`pairwright start`, which `make run` calls too: everything a site needs on one machine."""
