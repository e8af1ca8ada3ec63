# Thin on purpose: every word is explained by `python3 dev.py`, which also works where there is no make.
.PHONY: run demo setup wheel test check layout sweep browser bench docs faults inventory attack
run demo setup wheel test check layout sweep browser docs faults inventory attack:
	@python3 dev.py $@
bench: # BASE=COMMIT ROWS="monrad standings", both optional
	@python3 dev.py bench $(if $(BASE),--base '$(BASE)') $(ROWS)
