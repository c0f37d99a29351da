package excel

import (
	"archive/zip"
	"compress/flate"
	"context"
	"io"

	"github.com/xuri/excelize/v2"
)

// properties say who made a workbook, and not when: the same rows make the same bytes.
const properties = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" +
	`<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
	`xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Cotejo</dc:creator></cp:coreProperties>`

// styles are the numbers of the styles of cells. None is 0, which would mean
// that of the column.
type styles struct {
	number int
	text   int // stays text when it is edited
	quoted int // and shows that it is text, as ' before it does
	date   int
	header int
}

// prepare names the only sheet of a new workbook, and makes the styles.
func prepare(file *excelize.File, sheet string) (s styles, err error) {
	file.Pkg.Store("docProps/core.xml", []byte(properties))
	if err := file.SetAppProps(&excelize.AppProperties{Application: "Cotejo"}); err != nil {
		return s, err
	}
	if err := file.SetSheetName(file.GetSheetName(0), sheet); err != nil {
		return s, err
	}
	// How far the sheet reaches is known only once it has been written.
	if err := file.SetSheetDimension(sheet, ""); err != nil {
		return s, err
	}
	const asText = 49 // @
	dateFormat := `yyyy\-mm\-dd\ hh:mm:ss`
	for _, style := range []struct {
		number *int
		made   excelize.Style
	}{
		{&s.number, excelize.Style{Alignment: &excelize.Alignment{Horizontal: "right"}}},
		{&s.text, excelize.Style{NumFmt: asText}},
		{&s.date, excelize.Style{CustomNumFmt: &dateFormat}},
		{&s.header, excelize.Style{NumFmt: asText, Font: &excelize.Font{Bold: true, Family: "Calibri", Size: 11}}},
	} {
		if *style.number, err = file.NewStyle(&style.made); err != nil {
			return s, err
		}
	}
	s.quoted = quoted(file, s.text)
	return s, nil
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
