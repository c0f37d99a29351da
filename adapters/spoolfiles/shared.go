package spoolfiles

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Shared is a spool for several servers that work one queue. Each has its own
// files; what another one would need to continue with a task is among its parts,
// which all of them share: the password of its file, encrypted, and the pages.
type Shared struct {
	*Spool
	Parts ports.TaskParts

	// Secret is that of the service, which passwords are encrypted by. It is
	// asked for when there is a password.
	Secret func() ([]byte, error)
}

var _ ports.Spool = Shared{}

// passwordPart is the number of the part that is the password; that of a page
// is the page's.
const passwordPart = 0

// KeepPassword implements ports.Spool.
func (s Shared) KeepPassword(ctx context.Context, taskID, password string) error {
	if err := checkID(taskID); err != nil {
		return err
	}
	sealer, err := s.sealer()
	if err != nil {
		return fmt.Errorf("keeping a password: %w", err)
	}
	return s.Parts.Keep(ctx, taskID, document.TaskPart{Number: passwordPart, Data: sealer.seal(taskID, password)})
}

// Password implements ports.Spool. One that was encrypted by another secret is a
// fault of kind Unprocessable.
func (s Shared) Password(ctx context.Context, taskID string) (string, error) {
	if err := checkID(taskID); err != nil {
		return "", err
	}
	kept, err := s.Parts.Load(ctx, taskID, passwordPart, 1)
	if err != nil || len(kept) == 0 || kept[0].Number != passwordPart {
		return "", err
	}
	sealer, err := s.sealer()
	if err != nil {
		return "", fmt.Errorf("looking up a password: %w", err)
	}
	return sealer.open(taskID, kept[0].Data)
}

func (s Shared) sealer() (sealer, error) {
	secret, err := s.Secret()
	if err != nil {
		return sealer{}, err
	}
	return newSealer(secret)
}

// Remove implements ports.Spool. Another server may keep files of the task
// until it sweeps.
func (s Shared) Remove(ctx context.Context, taskID string) error {
	return errors.Join(s.Spool.Remove(ctx, taskID), s.Parts.Remove(ctx, taskID))
}

// Each implements ports.Spool.
func (s Shared) Each(ctx context.Context, visit func(taskID string, since time.Time) error) error {
	seen := map[string]bool{}
	err := s.Parts.Each(ctx, func(taskID string, since time.Time) error {
		seen[taskID] = true
		return visit(taskID, since)
	})
	if err != nil {
		return err
	}
	return s.Spool.Each(ctx, func(taskID string, since time.Time) error {
		if seen[taskID] {
			return nil
		}
		return visit(taskID, since)
	})
}

// Pages implements ports.Spool. It takes over what another server has read
// further than this one.
func (s Shared) Pages(ctx context.Context, taskID string) (ports.SpooledPages, error) {
	own, err := s.Spool.Pages(ctx, taskID)
	if err != nil {
		return nil, err
	}
	p := &sharedPages{SpooledPages: own, ctx: ctx, parts: s.Parts, taskID: taskID}
	if err := p.takeOver(); err != nil {
		own.Close()
		return nil, fmt.Errorf("taking over pages: %w", err)
	}
	return p, nil
}

// sharedPages are the pages of a task in the files of this server, and among the
// parts of the task as far as that is worth it: recognising a page takes a
// second, and storing it some milliseconds.
type sharedPages struct {
	ports.SpooledPages
	ctx    context.Context // of the work on the task
	parts  ports.TaskParts
	taskID string

	shared int // pages up to this one are among the parts
	room   int64
}

const (
	// maxShared bounds the parts of one task, in bytes: more than ten thousand
	// usual pages. Those beyond are of this server alone.
	maxShared = 256 << 20
	// cheapPages is how many pages wait to be shared that cost little to read.
	cheapPages = 32
	// perLoad bounds how many pages are taken over at once.
	perLoad = 16
)

func (p *sharedPages) takeOver() error {
	last, size, err := p.parts.Extent(p.ctx, p.taskID)
	if err != nil {
		return err
	}
	p.shared, p.room = last, maxShared-size
	for p.Len() < last {
		kept, err := p.parts.Load(p.ctx, p.taskID, p.Len()+1, perLoad)
		if err != nil || len(kept) == 0 {
			return err
		}
		for _, part := range kept {
			page, err := decodePage(part.Data)
			if err == nil {
				err = p.SpooledPages.Append(page)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Append implements ports.SpooledPages.
func (p *sharedPages) Append(page document.Page) error {
	if err := p.SpooledPages.Append(page); err != nil {
		return err
	}
	if page.Source == document.OCR || p.Len()-p.shared >= cheapPages {
		// Should that fail, the work goes on: the next page tries again.
		_ = p.share()
	}
	return nil
}

// share stores the pages that are not among the parts yet, while there is room.
func (p *sharedPages) share() error {
	var all []document.TaskPart
	for n := p.shared + 1; n <= p.Len(); n++ {
		page, err := p.Page(n)
		if err != nil {
			return err
		}
		data, err := encodePage(page)
		if err != nil {
			return err
		}
		if p.room -= int64(len(data)); p.room < 0 {
			break
		}
		all = append(all, document.TaskPart{Number: n, Data: data})
	}
	if len(all) == 0 {
		return nil
	}
	if err := p.parts.Keep(p.ctx, p.taskID, all...); err != nil {
		return fmt.Errorf("sharing pages: %w", err)
	}
	p.shared = all[len(all)-1].Number
	return nil
}
