package cli

import (
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
)

func TestEveryKindOfFaultHasOneExitStatus(t *testing.T) {
	t.Parallel()
	for _, kind := range fault.Kinds() {
		var codes []int
		for _, s := range exitStatuses {
			if slices.Contains(s.kinds, kind) {
				codes = append(codes, s.code)
			}
		}
		if len(codes) != 1 || codes[0] == exitOK || exitCode(kind) != codes[0] {
			t.Errorf("%s ends with %v", kind, codes)
		}
	}
}
