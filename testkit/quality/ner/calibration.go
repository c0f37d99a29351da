package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/ner"
)

// reportCalibration holds confidences against outcomes, of every value that is
// told, alternatives too, and of what fills each field.
func reportCalibration(s study) {
	e := ensemble(nil)
	for _, i := range []int{0, 1, poor} {
		var all, best ner.Reliability
		byField := map[ner.Field]*ner.Reliability{}
		for _, f := range measured {
			byField[f] = &ner.Reliability{}
		}
		for _, p := range s.papers(readings[i]) {
			r, _ := e.ExtractContext(context.Background(), p.Text, ner.RecognisedIf(p.Recognised, p.Text)...)
			for k, x := range slices.Concat(r.Entities, r.Alternatives) {
				if byField[x.Field] == nil {
					continue
				}
				right := slices.Contains(keys(x.Field, p.Gold.Values[x.Field]), ner.Key(x.Field, x.Value))
				all.Add(x.Confidence, right)
				if k < len(r.Entities) && (k == 0 || r.Entities[k-1].Field != x.Field) {
					best.Add(x.Confidence, right)
					byField[x.Field].Add(x.Confidence, right)
				}
			}
		}
		fmt.Printf("\nconfidences, %s: expected calibration error %.3f of %d values, %.3f of the best of each field\n",
			readings[i].name, all.Error(), all.N(), best.Error())
		fmt.Printf("%-10s %18s %18s\n", "", "all values", "best of a field")
		for b := range all.Bins() {
			fmt.Printf("%.1f – %.1f  %s %s\n", float64(b)/10, float64(b+1)/10, binText(all.Bins()[b]), binText(best.Bins()[b]))
		}
		for _, f := range measured {
			fmt.Printf("%s %.3f of %d  ", f, byField[f].Error(), byField[f].N())
		}
		fmt.Println()
	}
}

// binText shows a bin's mean confidence, the share that was right and its size.
func binText(b ner.Bin) string {
	if b.N == 0 {
		return fmt.Sprintf("%18s", "–")
	}
	return fmt.Sprintf("%.2f  %.3f %5d", b.Sure/float64(b.N), float64(b.Right)/float64(b.N), b.N)
}
