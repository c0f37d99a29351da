package main

import (
	"os"
	"path/filepath"
	"strconv"
)

const tags = "-tags=sqlite_fts5"

// measurement is something that can be measured, and the section of docs that its figures stand in.
type measurement struct {
	name, about  string
	section      section
	command      func(o options) []string
	prepare      func(o options) [][]string // commands that make its input where that is missing
	documents    int                        // default of -n
	needsCorpora bool                       // requires -corpora
}

func fixed(args ...string) func(options) []string { return func(options) []string { return args } }

// programs builds bin/cotejo and bin/cotejod.
func programs(options) [][]string {
	return [][]string{{"go", "build", tags, "-o", "bin/", "./cmd/cotejod", "./cmd/cotejo"}}
}

// filings generates a collection in the folder, once, beside building the programs.
func filings(args ...string) func(options) [][]string {
	return func(o options) [][]string {
		commands := programs(o)
		if _, err := os.Stat(filepath.Join(o.folder, "pairs.jsonl")); err != nil {
			generate := append([]string{"go", "run", "./testkit/genfilings", "-stream", "-n", strconv.Itoa(o.documents), "-out", o.folder}, args...)
			commands = append(commands, generate)
		}
		return commands
	}
}

var measurements = []measurement{
	{name: "console", about: "how long the picture of the first page takes in a browser, after a document is opened from the inbox",
		section: section{page: "benchmarks", name: "console", keep: `^\|`},
		command: fixed("go", "test", tags, "-vet=off", "-count", "1", "-timeout", "30m", "-v", "./testkit/console", "-args", "-measure")},
	{name: "mailbox", about: "how long the service takes a mailbox of 1,000 messages in",
		command: fixed("go", "test", tags, "-vet=off", "-count", "1", "-timeout", "30m", "-v", "-run", "TestMailboxThroughput", "./testkit/blackbox", "-args", "-messages", "1000")},
	{name: "extraction", about: "fields, extractors, traps and speed on held-out filings",
		section: section{page: "quality", name: "extraction"},
		command: fixed("go", "run", "./testkit/quality/ner", "-only", "fields,extractors,traps,speed")},
	{name: "ablation", about: "extraction without each extractor",
		command: fixed("go", "run", "./testkit/quality/ner", "-only", "ablation")},
	{name: "calibration", about: "confidences of extraction",
		command: fixed("go", "run", "./testkit/quality/ner", "-n", "600", "-only", "calibration")},
	{name: "doctype", about: "kinds of papers", section: section{page: "quality", name: "doctype"},
		command: fixed("go", "test", "-count", "1", "./core/doctype", "-run", "TestQualityOnHeldOutPapers", "-v")},
	{name: "people", about: "fields, reviews and pairs on papers that people wrote",
		section: section{page: "quality", name: "people", keep: `^(\||\n|$)`}, command: fixed("go", "run", "./testkit/quality/papers")},
	{name: "mail", about: "what becomes of messages that people wrote, and of the papers in them",
		section: section{page: "quality", name: "mail", keep: `^\|`}, command: fixed("go", "run", tags, "./testkit/quality/mail")},
	{name: "layouts", about: "fields by layout of paper: forms, tables, letters, what courts issue", command: fixed("go", "run", "./testkit/quality/layouts")},
	{name: "duplicates", about: "pairs of held-out filings",
		section: section{page: "quality", name: "dedup", keep: "^(precision|another|other name|earlier|identities)"},
		command: fixed("go", "run", "./testkit/quality/dedup")},
	{name: "invariance", about: "verdicts on rewritings that change nothing and on changes that matter, -n of each kind", documents: 75,
		section: section{page: "quality", name: "invariance", keep: `^\| (change|\*\*)|^\|---`},
		command: func(o options) []string {
			return []string{"go", "run", "./testkit/quality/invariance", "-n", strconv.Itoa(o.documents)}
		}},
	{name: "rulings", about: "parties of published rulings, in the folder -corpora", needsCorpora: true,
		section: section{page: "quality", name: "rulings"},
		command: func(o options) []string {
			return []string{"go", "run", "./testkit/quality/ner", "-only", "rulings", "-corpora", o.corpora}
		}},
	{name: "scans", about: "extraction on -n held-out poor scans that bin/cotejo reads; four processor seconds each", documents: 110,
		section: section{page: "quality", name: "scans"},
		prepare: func(o options) [][]string {
			commands := programs(o)
			if _, err := os.Stat(filepath.Join(o.folder, "gold.jsonl")); err != nil {
				commands = append(commands, []string{"go", "run", tags, "./testkit/genfilings", "-n", strconv.Itoa(o.documents),
					"-of", o.papers, "-part", "heldout", "-scan", "poor", "-seed", "2025", "-out", o.folder})
			}
			return append(commands, []string{"sh", "-c", `bin/cotejo read --json "$0" > "$0/read.jsonl"`, o.folder})
		},
		command: func(o options) []string {
			return []string{"go", "run", "./testkit/quality/ner", "-only", "scans", "-gold", filepath.Join(o.folder, "gold.jsonl"), "-read", filepath.Join(o.folder, "read.jsonl")}
		}},
	{name: "review", about: "which scans from clean to unreadable need a review, -n of each level; a processor second to ten each", documents: 6,
		section: section{page: "quality", name: "review", keep: `^\| (scans|all) |^\|(---\|){7}\n`}, prepare: programs,
		command: func(o options) []string {
			return []string{"go", "run", "./testkit/quality/doubt", "-n", strconv.Itoa(o.documents)}
		}},
	{name: "ocr", about: "reading scans beside tesseract and ocrmypdf (packages ocrmypdf, poppler-utils, tesseract-ocr-osd), -n a kind", documents: 2,
		section: section{page: "quality", name: "ocr", keep: `^\| (scans|clean|fair|poor|dim|blurred)\s|^\|---`}, prepare: programs,
		command: func(o options) []string {
			return []string{"go", "run", tags, "./testkit/quality/ocr", "-n", strconv.Itoa(o.documents)}
		}},
	{name: "engines", about: "the engines of core", command: fixed("go", "test", "-run", "^$", "-bench", ".", "-benchmem", "./core/...")},
	{name: "signing", about: "signatures beside other implementations", section: section{page: "benchmarks", name: "signing"},
		command: fixed("go", "-C", "testkit/bench", "run", ".")},
	{name: "queue", about: "the delay from queueing a task to its start",
		command: fixed("go", "test", tags, "-run", "^$", "-bench", "Start", "-benchtime", "200x", "./adapters/riverqueue")},
	{name: "search", about: "searching -n filings; -database, a file or postgres://…, keeps them for the next run", documents: 100_000,
		command: func(o options) []string {
			return []string{"go", "test", tags, "-run", "^$", "-bench", "Search$", "-timeout", "2h", "./adapters/sqlstore",
				"-documents", strconv.Itoa(o.documents), "-database", o.database}
		}},
	{name: "online", about: "finding duplicates among -n stored filings, which -database keeps", documents: 100_000,
		section: section{page: "benchmarks", name: "online"},
		command: func(o options) []string {
			return []string{"go", "test", tags, "-run", "^$", "-bench", "Online$", "-benchtime", "1x", "-timeout", "12h", "./adapters/sqlstore",
				"-among", strconv.Itoa(o.documents), "-online", o.database}
		}},
	{name: "dedup", about: "cotejo dedup on -n filings of 7,000 bytes; a million take 14 GB of disk", documents: 100_000,
		section: section{page: "benchmarks", name: "dedup"}, prepare: filings("-size", "7000"),
		command: func(o options) []string {
			return []string{"go", "run", "./testkit/quality/batch", "-program", "bin/cotejo", "-folder", o.folder}
		}},
	{name: "scale", about: "import, search, lists and the index of the whole service on -n filings of 4 KB; -database postgres://… in place of a file", documents: 100_000,
		section: section{page: "benchmarks", name: "scale"}, prepare: filings("-entities", "-size", "4000"),
		command: func(o options) []string {
			kind := "sqlite"
			if o.database != "" {
				kind = "postgres"
			}
			return []string{"go", "run", tags, "./testkit/quality/scale", "-folder", filepath.Join(o.folder, kind), "-database", o.database,
				"-collection", filepath.Join(o.folder, "filings.jsonl")}
		}},
	{name: "excel", about: "import and export of -n rows through a running service", documents: 100_000,
		section: section{page: "benchmarks", name: "excel"}, prepare: programs,
		command: func(o options) []string {
			return []string{"go", "run", tags, "./testkit/quality/excel", "-server", "bin/cotejod", "-rows", strconv.Itoa(o.documents)}
		}},
	{name: "beside", about: "light requests beside heavy ones of another member, among -n filings; -database postgres://…, an empty one, for two servers", documents: 12_000,
		section: section{page: "benchmarks", name: "beside", keep: `^\|`}, prepare: filings("-entities", "-size", "4000"),
		command: func(o options) []string {
			return []string{"go", "run", tags, "./testkit/quality/beside", "-collection", filepath.Join(o.folder, "filings.jsonl"), "-database", o.database}
		}},
	{name: "reading", about: "memory and pace of reading, with -n documents at last; twenty minutes", documents: 2000,
		section: section{page: "benchmarks", name: "reading"}, prepare: programs,
		command: func(o options) []string {
			return []string{"go", "run", tags, "./testkit/quality/reading", "-server", "bin/cotejod", "-documents", strconv.Itoa(o.documents)}
		}},
	{name: "train", about: "no figures: trains how core/ner finds the parties in texts that tell of who sues, on the rulings in the folder -corpora", needsCorpora: true,
		command: func(o options) []string {
			return []string{"go", "test", "-count", "1", "-v", "-timeout", "2h", "-run", "^TestWriteProse$", "./core/ner", "-prose", "data/prose.bin", "-corpora", o.corpora}
		}},
	{name: "train-parties", about: "trains who takes which part in a paper; and logs how papers of writers left out fare; after any change of an extractor, six minutes",
		command: fixed("go", "test", "-count", "1", "-vet=off", "-v", "-timeout", "1h", "./core/ner", "-run", "TestWriteParties", "-args", "-parties", "data")},
	{name: "train-doubts", about: "trains what speaks against the fields of core/ner; after train-parties, four minutes",
		command: fixed("go", "test", "-count", "1", "-vet=off", "-v", "-timeout", "1h", "./core/ner", "-run", "TestWriteDoubts", "-args", "-doubts", "data/doubts.json")},
	{name: "train-kinds", about: "trains what kind a paper is; and logs how papers of writers left out fare; after any change of core/doctype, ten seconds",
		command: fixed("go", "test", "-count", "1", "-vet=off", "-v", "./core/doctype", "-run", "TestWriteKinds", "-args", "-kinds", "data/kinds.txt")},
	{name: "train-matter", about: "trains which papers in words of their own are repetitions; and logs how pairs of writers left out fare; after any change of an extractor or of core/dedup, ten seconds",
		command: fixed("go", "test", "-count", "1", "-vet=off", "-v", "./core/dedup", "-run", "TestWriteMatter", "-args", "-matter", "data/matter.txt")},
	{name: "train-votes", about: "no figures: trains the weights of the extractors of core/ner; after any change of an extractor, two minutes",
		command: fixed("go", "test", "-count", "1", "-v", "-timeout", "1h", "-run", "^TestWriteVotes$", "./core/ner", "-votes", "data/votes.json")},
}
