package service

import "github.com/cotejo/cotejo/testkit/proc"

// Readers returns the numbers of the processes that read PDFs for p.
func (p *Process) Readers() (readers []int) {
	for _, child := range proc.Children(p.PID()) {
		if arguments := proc.Arguments(child); len(arguments) > 1 && arguments[1] == "reader" {
			readers = append(readers, child)
		}
	}
	return readers
}
