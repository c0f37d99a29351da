package role

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// In a poorly read paper what stands behind an identity number tells that its bearer
// acts for another; a label on the next line is another person's.
func TestWhatFollowsANumberTellsThatItsBearerActs(t *testing.T) {
	for rule, c := range map[string]struct {
		behind string
		acts   bool
	}{
		"a lawyer's card":        {", T.P. 302973 del C.S.J., promuevo tutela", true},
		"as attorney of":         {", actuando como apoderado de ANA RUIZ", true},
		"as agent":               {", en calidad de agente oficiosa de ANA RUIZ", true},
		"in the own name":        {", actuando en nombre propio, promuevo tutela", false},
		"through an attorney":    {", a través de su apoderado LUIS GIL", false},
		"label on the next line": {"\nAGENTE OFICIOSO: LUIS GIL", false},
		"nothing":                {", promuevo tutela", false},
	} {
		const before = "PEDRO MESA, con C.C. 79.482.668"
		x := NewText(before + c.behind)
		x.Noise = 2 * doc.MinNoise
		if got := x.bearerActs(len(before)); got != c.acts {
			t.Errorf("%s: %v", rule, got)
		}
		x.Noise = 0
		if x.bearerActs(len(before)) {
			t.Errorf("%s: taken from a paper that was well read", rule)
		}
	}
}
