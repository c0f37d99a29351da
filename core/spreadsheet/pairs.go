package spreadsheet

import (
	"cmp"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// verdictLabels are the decisions as people read them.
var verdictLabels = map[document.PairVerdict]string{
	"": "Por decidir", document.IsDuplicate: "Duplicado", document.NotDuplicate: "No es duplicado", document.IsNewClaim: "Otra solicitud",
}

// SetPairs fills into a row that RowOf returned which earlier documents it repeats, why
// and what was decided, a line each, and which are another claim of the same parties,
// the reasons of which follow. A pair that a person called not a duplicate is left out.
func SetPairs(row []Cell, earlier []document.EarlierPair) {
	var names, reasons, decisions, claims, claimReasons []string
	for _, p := range earlier {
		name := cmp.Or(p.FileName, p.EarlierID)
		kind := cmp.Or(p.Decision.Verdict, document.PairVerdict(p.Relation))
		switch kind {
		case document.IsDuplicate:
			names, reasons = append(names, name), append(reasons, p.Reason)
			decisions = append(decisions, decisionText(p.Decision))
		case document.IsNewClaim:
			claims = append(claims, name)
			if p.Reason != "" {
				claimReasons = append(claimReasons, "Otra solicitud: "+p.Reason)
			}
		}
	}
	reasons = append(reasons, claimReasons...)
	for i, lines := range [][]string{names, reasons, decisions, claims} {
		row[duplicateOfAt+i] = TextCell(strings.Join(lines, "\n"))
	}
}

// decisionText is a decision with its author, day and note.
func decisionText(d document.Decision) string {
	text := verdictLabels[d.Verdict]
	if d.IsMade() {
		text += " (" + d.By + ", " + document.DayOf(d.At).String() + ")"
	}
	if d.Note != "" {
		text += ": " + strings.ReplaceAll(d.Note, "\n", " ")
	}
	return text
}
