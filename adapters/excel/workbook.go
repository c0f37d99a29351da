package excel

import (
	"archive/zip"
	"compress/flate"
	"context"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/core/spreadsheet"
)

// properties say who made a workbook, and not when: the same rows make the same bytes.
const properties = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" +
	`<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
	`xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Cotejo</dc:creator></cp:coreProperties>`

// styles are the numbers of the styles of cells. None is 0, which would mean
// that of the column.
type styles struct {
	number  int
	percent int
	text    int // stays text when it is edited
	line    int // a text on one line
	link    int
	quoted  int // shows that it is text, as ' before it does
	date    int
	header  int
}

// prepare names the only sheet of a new workbook, and makes the styles.
func prepare(file *excelize.File, name string) (s styles, err error) {
	file.Pkg.Store("docProps/core.xml", []byte(properties))
	if err := file.SetAppProps(&excelize.AppProperties{Application: "Cotejo"}); err != nil {
		return s, err
	}
	if err := file.SetSheetName(file.GetSheetName(0), name); err != nil {
		return s, err
	}
	// How far the sheet reaches is known only once it has been written.
	if err := file.SetSheetDimension(name, ""); err != nil {
		return s, err
	}
	if err := setUpPrint(file, name); err != nil {
		return s, err
	}
	const (
		asText    = 49 // @
		asPercent = 9  // 0%
	)
	dateFormat := `yyyy\-mm\-dd\ hh:mm:ss`
	for _, style := range []struct {
		number *int
		made   excelize.Style
	}{
		{&s.number, excelize.Style{Alignment: &excelize.Alignment{Horizontal: "right", Vertical: "top"}}},
		{&s.percent, excelize.Style{NumFmt: asPercent, Alignment: &excelize.Alignment{Horizontal: "right", Vertical: "top"}}},
		{&s.text, excelize.Style{NumFmt: asText, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}}},
		{&s.line, excelize.Style{NumFmt: asText, Alignment: &excelize.Alignment{Vertical: "top"}}},
		{&s.link, excelize.Style{NumFmt: asText, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true},
			Font: &excelize.Font{Family: "Calibri", Size: 11, Color: "0563C1", Underline: "single"}}},
		{&s.date, excelize.Style{CustomNumFmt: &dateFormat, Alignment: &excelize.Alignment{Horizontal: "left", Vertical: "top"}}},
		{&s.header, excelize.Style{NumFmt: asText, Font: &excelize.Font{Bold: true, Family: "Calibri", Size: 11, Color: "FFFFFF"},
			Fill:      excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1F4E78"}},
			Alignment: &excelize.Alignment{Vertical: "center", WrapText: true}}},
	} {
		if *style.number, err = file.NewStyle(&style.made); err != nil {
			return s, err
		}
	}
	s.quoted = quoted(file, s.text)
	return s, nil
}

// setUpPrint prepares the sheet for paper: across, as wide as a page, with the
// headers on each. It comes before any row.
func setUpPrint(file *excelize.File, name string) error {
	var (
		fits                  = true
		across, oficio        = "landscape", 5 // legal, which Colombian courts call oficio
		wide, tall            = 1, 0           // pages; as many below each other as it takes
		side, head, foot, top = 0.3, 0.2, 0.25, 0.5
	)
	if err := file.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fits}); err != nil {
		return err
	}
	if err := file.SetPageLayout(name, &excelize.PageLayoutOptions{Size: &oficio, Orientation: &across, FitToWidth: &wide, FitToHeight: &tall}); err != nil {
		return err
	}
	if err := file.SetPageMargins(name,
		&excelize.PageLayoutMarginsOptions{Left: &side, Right: &side, Top: &top, Bottom: &top, Header: &head, Footer: &foot}); err != nil {
		return err
	}
	return file.SetHeaderFooter(name, &excelize.HeaderFooterOptions{OddFooter: "&L&A&RPágina &P de &N"})
}

// printed says which columns are printed, of rows up to last, and that the
// headers are repeated.
func printed(file *excelize.File, table spreadsheet.Table, last int) error {
	columns := 0
	for i, c := range table.Columns {
		if !c.Hidden && !c.Aside {
			columns = i + 1
		}
	}
	for _, name := range []excelize.DefinedName{
		{Name: "_xlnm.Print_Area", RefersTo: fmt.Sprintf("'%s'!$A$1:$%s$%d", table.Name, spreadsheet.Letter(columns-1), last)},
		{Name: "_xlnm.Print_Titles", RefersTo: "'" + table.Name + "'!$1:$1"},
	} {
		name.Scope = table.Name
		if err := file.SetDefinedName(&name); err != nil {
			return err
		}
	}
	return nil
}

// quoted adds a style as another one that also has Excel's mark of a text,
// which excelize.Style knows nothing of.
func quoted(file *excelize.File, style int) int {
	all := file.Styles.CellXfs
	yes, made := true, all.Xf[style]
	made.QuotePrefix = &yes
	all.Xf = append(all.Xf, made)
	all.Count = len(all.Xf)
	return all.Count - 1
}

// save packs a workbook straight into out. By itself excelize would hold it
// whole in memory first.
func save(ctx context.Context, file *excelize.File, out io.Writer) error {
	file.SetZipWriter(func(io.Writer) excelize.ZipWriter {
		z := zip.NewWriter(out)
		// The sheet is the same few words over and over: the fastest level makes
		// it nearly as small as the best, in a third of the time.
		z.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
		return packer{z, ctx}
	})
	return file.Write(io.Discard)
}

// packer packs the parts of a workbook, and writes in them what mark has marked.
type packer struct {
	*zip.Writer
	ctx context.Context
}

func (p packer) Create(name string) (io.Writer, error) {
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	out, err := p.Writer.Create(name)
	return &unmarker{ctx: p.ctx, out: out}, err
}
