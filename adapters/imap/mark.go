package imap

import (
	"context"
	"slices"
	"strings"

	goimap "github.com/emersion/go-imap/v2"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// flags are the keywords of messages that cannot be moved, and names the folders of the others.
var (
	flags = map[document.MailboxMark]goimap.Flag{
		document.MarkReceived: "$Cotejo", document.MarkReview: "$CotejoPorRevisar", document.MarkIgnored: "$CotejoIgnorado"}
	names = map[document.MailboxMark]string{document.MarkReceived: "recibidos", document.MarkReview: "por-revisar", document.MarkIgnored: "ignorados"}
)

// parent is the folder that has those of names.
const parent = "Cotejo"

// Folders to which messages are moved, where levels are separated by a slash.
const (
	ReceivedFolder = parent + "/recibidos"
	ReviewFolder   = parent + "/por-revisar"
	IgnoredFolder  = parent + "/ignorados"
)

// prepareMarks makes the folders for messages that are done with, or finds out that they must be flagged. The folder
// that is read must not be one of them: each move would make a new message there. The folder for ignored messages is made
// when there is one: most mailboxes have no rules.
func (s *session) prepareMarks(read string) error {
	s.folders = map[document.MailboxMark]string{}
	caps := s.client.Caps()
	if caps.Has(goimap.CapMove) || caps.Has(goimap.CapUIDPlus) {
		prefix, delimiter, err := s.hierarchy()
		if err != nil {
			return err
		}
		for mark, name := range names {
			folder := prefix + parent + delimiter + name
			if strings.EqualFold(folder, read) {
				return fault.New(fault.Forbidden, OwnFolder, "SVC_MAIL_URL nombra una carpeta a la que Cotejo mueve los mensajes; elija la carpeta a la que llegan.")
			}
			if mark == document.MarkIgnored {
				s.ignored = func() (bool, error) { return s.makeFolder(prefix+parent, folder) }
				s.ignoredFolder = folder
				continue
			}
			made, err := s.makeFolder(prefix+parent, folder)
			if err != nil {
				return err
			}
			if made {
				s.folders[mark] = folder
			}
		}
	}
	if len(s.folders) < len(names)-1 && !s.keywords {
		return unmarkable(nil)
	}
	return nil
}

// prepareIgnored makes the folder for ignored messages. An account that allows neither the folder nor flags has ignored
// messages among the received ones: the service knows which they are.
func (s *session) prepareIgnored() error {
	if s.ignored == nil || s.folders[document.MarkIgnored] != "" {
		return nil
	}
	made, err := s.ignored()
	if err != nil {
		return err
	}
	if made {
		s.folders[document.MarkIgnored] = s.ignoredFolder
	} else if !s.keywords {
		s.folders[document.MarkIgnored] = s.folders[document.MarkReceived]
	}
	return nil
}

func unmarkable(err error) error {
	return fault.Wrap(err, fault.Forbidden, Unmarkable,
		"El buzón no permite mover ni marcar los mensajes, y sin eso se leerían siempre los mismos: dé a la cuenta permiso para crear la carpeta Cotejo o para escribir en el buzón.")
}

// hierarchy returns what names of the user's own folders begin with, and what separates their levels.
func (s *session) hierarchy() (prefix, delimiter string, err error) {
	const flat = "-" // between the parts of a name where there are no levels
	if s.client.Caps().Has(goimap.CapNamespace) {
		data, err := s.client.Namespace().Wait()
		if err == nil && len(data.Personal) > 0 {
			own := data.Personal[0]
			return own.Prefix, orFlat(own.Delim, flat), nil
		}
		if err != nil && !isReply(err) {
			return "", "", err
		}
	}
	root, err := s.client.List("", "", nil).Collect()
	if err != nil && !isReply(err) {
		return "", "", err
	}
	if len(root) == 0 {
		return "", flat, nil
	}
	return "", orFlat(root[0].Delim, flat), nil
}

func orFlat(delimiter rune, flat string) string {
	if delimiter == 0 {
		return flat
	}
	return string(delimiter)
}

// makeFolder makes a folder unless it exists, and reports whether it is there.
func (s *session) makeFolder(above, folder string) (bool, error) {
	for _, name := range []string{folder, above, folder} { // some servers make no folder above by themselves
		found, err := s.client.List("", folder, nil).Collect()
		if err != nil && !isReply(err) {
			return false, err
		}
		for _, f := range found {
			if !slices.Contains(f.Attrs, goimap.MailboxAttrNoSelect) && !slices.Contains(f.Attrs, goimap.MailboxAttrNonExistent) {
				return true, nil
			}
		}
		err = s.client.Create(name, nil).Wait()
		if err != nil && !isReply(err) {
			return false, err
		}
		if err == nil && name == folder {
			return true, nil
		}
	}
	return false, nil
}

// Mark implements ports.MailboxSession. A message that cannot be moved is flagged.
func (s *session) Mark(ctx context.Context, uid uint32, mark document.MailboxMark) error {
	return s.within(ctx, patience, func() error {
		if mark == document.MarkIgnored {
			if err := s.prepareIgnored(); err != nil {
				return err
			}
		}
		if folder := s.folders[mark]; folder != "" {
			err := s.move(goimap.UIDSetNum(goimap.UID(uid)), folder)
			if err == nil || !isReply(err) {
				return err
			}
			if !s.keywords {
				return unmarkable(err)
			}
		}
		err := s.flag(goimap.UIDSetNum(goimap.UID(uid)), s.flags[mark])
		if isReply(err) {
			return unmarkable(err)
		}
		return err
	})
}

// move moves messages. A program that is killed between copying and expunging leaves a message that is flagged as
// deleted, or a second copy in the folder: never one that nobody sees.
func (s *session) move(uids goimap.UIDSet, folder string) error {
	if s.client.Caps().Has(goimap.CapMove) {
		_, err := s.client.Move(uids, folder).Wait()
		return err
	}
	if _, err := s.client.Copy(uids, folder).Wait(); err != nil {
		return err
	}
	if err := s.flag(uids, goimap.FlagDeleted); err != nil {
		return err
	}
	return s.client.UIDExpunge(uids).Close()
}

func (s *session) flag(uids goimap.UIDSet, flag goimap.Flag) error {
	return s.client.Store(uids, &goimap.StoreFlags{Op: goimap.StoreFlagsAdd, Silent: true, Flags: []goimap.Flag{flag}}, nil).Close()
}
