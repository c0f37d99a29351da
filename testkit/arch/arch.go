// Package arch holds the rules of the house: who may import whom, what the
// core must not do, what the tree looks like. Its test reads the sources of
// this repository and names each place that breaks one.
//
// The sources are parsed here rather than asked for with `go list`: the test
// cache knows the files that a test opened, and not what a command would say.
package arch

import (
	"cmp"
	"fmt"
	"slices"
)

// Violation is one place that breaks a rule.
type Violation struct {
	File string // from the root of the repository
	Line int    // 0 when it is about the whole file
	Rule string // what is asked
	Text string // what was found
}

func (v Violation) String() string {
	if v.Line == 0 {
		return fmt.Sprintf("%s: %s (%s)", v.File, v.Text, v.Rule)
	}
	return fmt.Sprintf("%s:%d: %s (%s)", v.File, v.Line, v.Text, v.Rule)
}

// Check returns everything in the tree that breaks a rule, by file and line.
func Check(t Tree) []Violation {
	var found []Violation
	for _, rule := range rules {
		rule.check(t, func(file string, line int, text string, args ...any) {
			found = append(found, Violation{file, line, rule.name, fmt.Sprintf(text, args...)})
		})
	}
	slices.SortFunc(found, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text))
	})
	return found
}

// rules is every rule that Check knows.
var rules = []struct {
	name  string
	check func(t Tree, report report)
}{
	{"every package belongs to a ring", everyPackageHasARing},
	{"a ring imports only what its row allows", importsFollowTheRings},
	{"tests of core and ports import only light packages", lightTests},
	{"embedding core/dedup brings no heavy module", lightEmbedding},
	{"engines and vocabulary do no input or output", noInputOutput},
	{"the core reads no clock", noClock},
	{"times are not of the machine's zone", noLocalTime},
	{"the core draws no random numbers", noRandomNumbers},
	{"ports declares interfaces only", interfacesOnly},
	{"no init functions", noInit},
	{"packages are named for what they do", tellingNames},
	{"the top level is fixed", fixedTopLevel},
	{"the repository names no machine's folders", noMachinePaths},
	{"comments are plain English", plainComments},
	{"doc comments begin with the name", docComments},
	{"lines fit on a screen", shortLines},
	{"functions are small", smallFunctions},
}

// report records a place that breaks the current rule.
type report func(file string, line int, text string, args ...any)
