package main

import (
	"fmt"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// reportPrinted prints how many filings need a review although every word is right.
func reportPrinted(o options) error {
	extractor, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		return err
	}
	part := filings.HeldOut()
	if o.part == "tuning" {
		part = filings.Tuning()
	}
	made := filings.New(71, part)
	fmt.Println("\n| filings as printed | papers | no party | unsure type | for review |\n|---|---|---|---|---|")
	for _, t := range []document.Type{document.Tutela, document.Impugnacion, document.Desacato, document.HabeasCorpus, document.DerechoPeticion} {
		var parties, types, due int
		for range o.printed {
			f := made.Of(t)
			found, kind := extractor.Extract(f.Text).Parties(), doctype.Suggest(f.Text)
			d := document.Document{Type: t, Plaintiff: found.Plaintiff, Defendant: found.Defendant, Pages: []document.PageInfo{{Number: 1, Confidence: 1}},
				Suggested: document.Suggestion{Type: document.Type(kind.Value), Confidence: kind.Confidence}}
			due += count(d.IsDoubtful())
			types += count(d.Suggested.IsUnsure())
			d.Suggested = document.Suggestion{}
			parties += count(d.IsDoubtful())
		}
		fmt.Printf("| %s | %d | %d | %d | %d |\n", t, o.printed, parties, types, due)
	}
	return nil
}
