PYTHON ?= python3
DATA ?= $(wildcard ../shared/data/*.jsonl.gz)

run:      ## the demonstration, at http://127.0.0.1:8000
	@$(PYTHON) tools/bootstrap.py run && exec .venv/bin/python -m beliefs_site.run
test:     ## every test
	@$(PYTHON) tools/bootstrap.py dev && .venv/bin/python -m pytest -n auto $(ARGS)
lint:     ## style, types, layers, dependencies
	@$(PYTHON) tools/bootstrap.py dev && .venv/bin/python tools/lint.py
bench:    ## the same work on this engine and on its peers
	@$(PYTHON) tools/bootstrap.py dev && .venv/bin/python -m benchmarks $(ARGS)
evaluate: ## real data with known right answers
	@$(PYTHON) tools/bootstrap.py dev && .venv/bin/python -m benchmarks.evaluate $(DATA)
pins:     ## requirements/*.txt anew, from pyproject.toml
	@$(PYTHON) tools/bootstrap.py dev && .venv/bin/python tools/pins.py

.PHONY: run test lint bench evaluate pins
