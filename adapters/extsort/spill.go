// Package extsort keeps the data of a long computation in the files of one folder: sequential
// records, and entries that it sorts in memory in runs, writes to files and merges when they
// are read (external merge sort; Knuth, The Art of Computer Programming, vol. 3, 5.4).
//
// A checkpoint is a small file with the length of each file. When the folder is opened again,
// everything after the last checkpoint is cut off.
package extsort

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/cotejo/cotejo/ports"
)

// Folder is a ports.Spill.
type Folder struct {
	path    string
	lock    *os.File // the folder, while nobody else may use it
	memory  int      // bytes for entries that are not yet on disk
	saved   checkpoint
	sorters map[string]*sorter
	records map[string]*records
}

var _ ports.Spill = (*Folder)(nil)

// checkpoint is what the file of that name holds.
type checkpoint struct {
	Format  int
	State   []byte
	Sorters map[string][]int64 // how many entries each run has
	Records map[string]int64   // bytes
}

// format is the version of everything in the folder.
const format = 2

const checkpointName = "checkpoint.json"

// ErrInUse is returned by Open while another process, or this one, has the folder
// open.
var ErrInUse = errors.New("extsort: the folder is in use")

// Open opens a folder, which it makes when there is none. memory bounds, in
// bytes, what each sorter keeps before it writes a run. The error is fs.ErrExist
// when there are files in the folder that Open did not make.
func Open(path string, memory int) (_ *Folder, err error) {
	f := &Folder{path: path, memory: memory, sorters: map[string]*sorter{}, records: map[string]*records{}}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	if f.lock, err = os.Open(path); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.lock.Close()
		}
	}()
	// Not all file systems know locks.
	if err := syscall.Flock(int(f.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrInUse
	}
	data, err := os.ReadFile(filepath.Join(path, checkpointName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, f.refuseOthers()
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(data, &f.saved); err != nil || f.saved.Format != format {
		f.saved = checkpoint{} // of another version: begin again
	}
	return f, nil
}

// refuseOthers fails when the folder holds files that are not a spill's.
func (f *Folder) refuseOthers() error {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), recordsSuffix) && !strings.HasSuffix(e.Name(), runSuffix) && e.Name() != checkpointName+".new" {
			return fmt.Errorf("%s: %w", filepath.Join(f.path, e.Name()), fs.ErrExist)
		}
	}
	return nil
}

// State implements ports.Spill.
func (f *Folder) State() []byte { return f.saved.State }

// Sorter implements ports.Spill.
func (f *Folder) Sorter(name string) (ports.Sorter, error) {
	if s, ok := f.sorters[name]; ok {
		return s, nil
	}
	s := newSorter(filepath.Join(f.path, name), f.memory, f.saved.Sorters[name])
	f.sorters[name] = s
	return s, nil
}

// Records implements ports.Spill.
func (f *Folder) Records(name string) (ports.Records, error) {
	if r, ok := f.records[name]; ok {
		return r, nil
	}
	r, err := openRecords(filepath.Join(f.path, name+recordsSuffix), f.saved.Records[name])
	if err != nil {
		return nil, err
	}
	f.records[name] = r
	return r, nil
}

// Checkpoint implements ports.Spill.
func (f *Folder) Checkpoint(state []byte) error {
	now := checkpoint{Format: format, State: state, Sorters: map[string][]int64{}, Records: map[string]int64{}}
	for name, s := range f.sorters {
		if err := s.flush(); err != nil {
			return err
		}
		now.Sorters[name] = s.runs
	}
	for name, r := range f.records {
		size, err := r.flush()
		if err != nil {
			return err
		}
		now.Records[name] = size
	}
	data, err := json.Marshal(now)
	if err != nil {
		return err
	}
	path := filepath.Join(f.path, checkpointName)
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	f.saved = now
	for _, s := range f.sorters {
		if err := s.sweep(); err != nil {
			return err
		}
	}
	return nil
}

// Close waits for runs that are being written, closes the files and leaves them
// for the next Open.
func (f *Folder) Close() error { return errors.Join(f.closeFiles(), f.lock.Close()) }

func (f *Folder) closeFiles() error {
	var all []error
	for _, s := range f.sorters {
		all = append(all, s.wait())
	}
	for _, r := range f.records {
		all = append(all, r.file.Close())
	}
	return errors.Join(all...)
}

// Remove closes and deletes the files, and the folder when nothing else is in
// it. The checkpoint goes first: without it, what is left when Remove is
// interrupted is nothing to continue with.
func (f *Folder) Remove() error {
	defer f.lock.Close()
	err := f.closeFiles()
	checkpoint := filepath.Join(f.path, checkpointName)
	if failed := os.Remove(checkpoint); failed != nil && !errors.Is(failed, fs.ErrNotExist) {
		return errors.Join(err, failed)
	}
	for _, pattern := range []string{"*" + recordsSuffix, "*" + runSuffix, checkpointName + ".new"} {
		paths, _ := filepath.Glob(filepath.Join(f.path, pattern))
		for _, p := range paths {
			err = errors.Join(err, os.Remove(p))
		}
	}
	os.Remove(f.path)
	return err
}
