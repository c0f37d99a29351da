package excel

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// book is an open .xlsx.
type book struct {
	*ooxml.Package
	strings   stringTable
	styles    []numberFormat
	since1904 bool
}

func readXLSX(file io.ReaderAt, size int64, visit func(spreadsheet.Row) error) error {
	open, err := ooxml.Open(file, size)
	if err != nil {
		return err
	}
	b := &book{Package: open}
	workbook, err := b.Target("", "/officeDocument")
	if err != nil {
		return err
	}
	if workbook == "" {
		return notASpreadsheet(nil) // another kind of archive, or of document
	}
	sheets, err := b.sheets(workbook)
	if err != nil {
		return err
	}
	for number, s := range sheets[:min(len(sheets), maxSheets)] {
		if err := b.readSheet(s, number, visit); err != nil {
			return err
		}
	}
	return nil
}

// sheet is where a sheet is, and what the workbook says of it.
type sheet struct {
	part, name string
	hidden     bool
}

// sheets reads the workbook's own part, and those that all sheets need; it
// returns the sheets in the order in which they are shown.
func (b *book) sheets(workbook string) (sheets []sheet, err error) {
	targets, err := b.Relations(workbook)
	if err != nil {
		return nil, err
	}
	known := false
	err = b.Each(workbook, func(_ *xml.Decoder, t xml.StartElement) error {
		switch t.Name.Local {
		case "workbook":
			known = true
		case "workbookPr":
			b.since1904 = ooxml.IsTrue(ooxml.Attribute(t, "date1904"))
		case "sheet":
			if r, ok := targets[ooxml.Attribute(t, "id")]; ok && strings.HasSuffix(r.Kind, "/worksheet") {
				state := ooxml.Attribute(t, "state")
				sheets = append(sheets, sheet{r.Part, ooxml.Attribute(t, "name"), state == "hidden" || state == "veryHidden"})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, notASpreadsheet(nil) // a text document has relations as well
	}
	for _, r := range targets {
		switch {
		case strings.HasSuffix(r.Kind, "/sharedStrings"):
			err = b.readStrings(r.Part)
		case strings.HasSuffix(r.Kind, "/styles"):
			err = b.readStyles(r.Part)
		}
		if err != nil {
			return nil, err
		}
	}
	return sheets, nil
}
