package document_test

import (
	"math"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestPairFilterRefusesWhatIsNoNumber(t *testing.T) {
	for name, f := range map[string]document.PairFilter{
		"min_score": {MinScore: math.NaN()},
		"max_score": {MaxScore: math.NaN()},
	} {
		err := f.Validate()
		if found, ok := fault.As(err); !ok || len(found.Details) != 1 || found.Details[0].Location != "query."+name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (document.PairFilter{MinScore: 0.2, MaxScore: 0.9}).Validate(); err != nil {
		t.Error(err)
	}
}
