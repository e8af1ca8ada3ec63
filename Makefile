# Thin on purpose: every word is explained by `python3 dev.py`, which also works where there is no make.
.PHONY: run demo setup test check sweep browser bench docs faults
run demo setup test check sweep browser bench docs faults:
	@python3 dev.py $@
