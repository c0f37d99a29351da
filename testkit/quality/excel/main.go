// Command excel measures a register of many rows on its way into the running
// service and out of it again: how long it takes, and the most memory that the
// server and its reader of workbooks held in the meantime (resident, of each process
// by itself, as Linux counts it).
//
//	go run ./testkit/quality/excel -server bin/cotejod -rows 100000
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/testkit/service"
)

func main() {
	server := flag.String("server", "bin/cotejod", "the server to measure")
	rows := flag.Int("rows", 100_000, "rows of the register")
	flag.Parse()
	if err := run(context.Background(), *server, *rows); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, server string, rows int) error {
	folder, err := os.MkdirTemp("", "cotejo-excel-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	book := filepath.Join(folder, "register.xlsx")
	if err := makeBook(book, rows); err != nil {
		return err
	}
	info, err := os.Stat(book)
	if err != nil {
		return err
	}
	fmt.Printf("%d rows, workbook of %.1f MB\n", rows, float64(info.Size())/1e6)
	exported, password := filepath.Join(folder, "export.xlsx"), ""
	for _, step := range []struct {
		name string
		do   func(c *service.Client) (string, error)
	}{
		{"import", func(c *service.Client) (string, error) { return send(ctx, c, book) }},
		{"export", func(c *service.Client) (string, error) { return fetch(ctx, c, exported) }},
		{"the export again", func(c *service.Client) (string, error) { return send(ctx, c, exported) }},
	} {
		if err := served(ctx, server, folder, &password, func(pid int, c *service.Client) error {
			return measure(pid, step.name, func() (string, error) { return step.do(c) })
		}); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// served has do speak to a server that has just been started, so that none of
// its memory is what an earlier step left.
func served(ctx context.Context, server, folder string, password *string, do func(pid int, c *service.Client) error) error {
	p, err := service.Start(ctx, service.Options{Binary: server, Dir: folder})
	if err != nil {
		return err
	}
	defer p.Kill()
	*password = cmp.Or(p.Password, *password)
	c, err := service.Login(ctx, p.URL, "admin", *password)
	if err != nil {
		return err
	}
	c.HTTP.Timeout = time.Hour
	if err := do(p.PID(), c); err != nil {
		return err
	}
	return p.Stop(ctx)
}

// makeBook writes a register that nobody has, with a radicado, an acta and two
// parties in each row, and remarks of a line.
func makeBook(path string, rows int) error {
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	heads := []any{
		"Número de acta",
		"Radicado",
		"Tipo",
		"Demandante",
		"Demandado",
		"Juzgado",
		"Cédula",
		"Correo",
		"Dirección del demandante",
		"Observaciones",
		"Etiquetas",
		"Fecha",
	}
	if err := w.SetRow("A1", heads); err != nil {
		return err
	}
	given, names := strings.Fields(
		"Ana Luz Eva José Iván Rosa Marta Pedro Juan Inés",
	), strings.Fields(
		"Pérez Ruiz Ñáñez López Gómez Díaz Mora Cano Rojas Vega Torres",
	)
	for i := range rows {
		name := fmt.Sprintf("%s %s %s", given[i%len(given)], names[i%len(names)], names[i/7%len(names)])
		row := []any{fmt.Sprintf("ACTA-%07d", i), fmt.Sprintf("11001310300%d2026%05d00", i/100_000+1, i%100_000), "tutela", name,
			"Nueva EPS S.A.", fmt.Sprintf("Juzgado %d Civil Municipal de Cali", i%40+1), 10_000_000 + i*37, fmt.Sprintf("persona%d@correo.co", i),
			fmt.Sprintf(
				"Calle %d # %d-%d",
				i%170,
				i%90,
				i%60,
			), fmt.Sprintf("Solicita el examen %d, ordenado el %d de marzo y no programado; pide que se programe en 48 horas.", i, i%28+1),
			"salud, menor", time.Date(2026, 1, 1+i%200, 8, i%60, 0, 0, time.UTC)}
		if err := w.SetRow(fmt.Sprint("A", i+2), row); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.SaveAs(path)
}

func send(ctx context.Context, c *service.Client, path string) (string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", filepath.Base(path))
	if err != nil {
		return "", err
	}
	part.Write(content)
	form.Close()
	res, err := c.Do(ctx, http.MethodPost, "/import/excel", form.FormDataContentType(), &body)
	if err != nil {
		return "", err
	}
	if res.Status != http.StatusCreated {
		return "", fmt.Errorf("status %d: %.500s", res.Status, res.Body)
	}
	var report struct{ Data map[string]json.RawMessage }
	if err := res.Decode(&report); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s imported, %s skipped, %s failed", report.Data["imported"], report.Data["skipped"], report.Data["failed"]), nil
}

func fetch(ctx context.Context, c *service.Client, to string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL+"/api/v1/export/excel", nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+c.Token)
	res, err := c.HTTP.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("status %d", res.StatusCode)
	}
	file, err := os.Create(to)
	if err != nil {
		return "", err
	}
	defer file.Close()
	n, err := io.Copy(file, res.Body)
	return fmt.Sprintf("%.1f MB", float64(n)/1e6), err
}
