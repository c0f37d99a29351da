package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
)

// movedMark returns the file beside a database that says where its data were migrated to.
func movedMark(database string) string { return database + ".moved" }

// markMoved marks the source of a migration, if it is a file, and removes the mark of the target.
func markMoved(from, to sqldb.Options) error {
	if to.URL == "" {
		if err := unmarkMoved(to.Path); err != nil {
			return err
		}
	}
	if from.URL != "" {
		return nil
	}
	mark := movedMark(from.Path)
	_, err := durable.Write(mark, os.Rename, func(f *os.File) error {
		_, err := fmt.Fprintln(f, to.Place())
		return err
	})
	if err != nil {
		return cannot("los datos se copiaron, pero no se pudo escribir "+mark, err)
	}
	return nil
}

// unmarkMoved removes the mark of a database that replaces the one left behind.
func unmarkMoved(database string) error {
	err := os.Remove(movedMark(database))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// refuseMoved returns a fault if the data of a database were migrated to another one.
func refuseMoved(database string) error {
	mark := movedMark(database)
	to, err := os.ReadFile(mark)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return fault.New(fault.Conflict, "database_moved", fmt.Sprintf(
		"Los datos de %s se pasaron con «cotejo migrate» a %s: esta base de datos ya no es la que se usa. Indique la otra (SVC_DATABASE_URL o SVC_DATABASE_PATH). "+
			"Si volvió a usar esta, borre %s.", database, strings.TrimSpace(string(to)), mark))
}
