package service

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Readers returns the numbers of the processes that read PDFs for p, as the
// kernel's list of processes has them (Linux).
func (p *Process) Readers() ([]int, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	var readers []int
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		_, rest, named := strings.Cut(string(stat), ") ") // behind the program's name
		fields := strings.Fields(rest)
		if err != nil || !named || len(fields) < 2 || fields[1] != strconv.Itoa(p.PID()) || fields[0] == "Z" {
			continue // gone, or somebody else's
		}
		folder := filepath.Dir(path)
		line, err := os.ReadFile(filepath.Join(folder, "cmdline"))
		arguments := bytes.Split(line, []byte{0})
		if err != nil || len(arguments) < 2 || string(arguments[1]) != "reader" {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(folder))
		if err != nil {
			return nil, fmt.Errorf("listing processes: %w", err)
		}
		readers = append(readers, pid)
	}
	return readers, nil
}
