package spoolfiles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Shared is a spool for several servers that work one queue: whichever takes a
// task up finds its password among the originals, which all of them share. The
// pages are of each server alone; another one reads them again.
type Shared struct {
	*Spool
	Blobs ports.Blobs
}

var _ ports.Spool = Shared{}

// passwordKey is unlike that of any original, which begins with its year. One
// that is left over is swept a day later, as originals are that no task names.
func passwordKey(taskID string) string { return "passwords/" + taskID }

// maxPassword bounds what is taken for a password, in bytes.
const maxPassword = 64 << 10

// KeepPassword implements ports.Spool.
func (s Shared) KeepPassword(ctx context.Context, taskID, password string) error {
	if err := checkID(taskID); err != nil {
		return err
	}
	if err := s.Blobs.Put(ctx, passwordKey(taskID), strings.NewReader(password)); err != nil {
		return fmt.Errorf("keeping a password: %w", err)
	}
	return nil
}

// Password implements ports.Spool.
func (s Shared) Password(ctx context.Context, taskID string) (string, error) {
	if err := checkID(taskID); err != nil {
		return "", err
	}
	content, _, err := s.Blobs.Open(ctx, passwordKey(taskID))
	if fault.KindOf(err) == fault.NotFound {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("looking up a password: %w", err)
	}
	password, err := io.ReadAll(io.LimitReader(content, maxPassword))
	if err = errors.Join(err, content.Close()); err != nil {
		return "", fmt.Errorf("looking up a password: %w", err)
	}
	return string(password), nil
}

// Remove implements ports.Spool.
func (s Shared) Remove(ctx context.Context, taskID string) error {
	if err := s.Spool.Remove(ctx, taskID); err != nil {
		return err
	}
	if err := s.Blobs.Delete(ctx, passwordKey(taskID)); err != nil && fault.KindOf(err) != fault.NotFound {
		return fmt.Errorf("removing a password: %w", err)
	}
	return nil
}
