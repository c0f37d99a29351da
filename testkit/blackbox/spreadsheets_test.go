package blackbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// imported is what the service says of an import.
type imported struct {
	TotalRows int `json:"total_rows"`
	Imported  int `json:"imported"`
	Updated   int `json:"updated"`
	Skipped   int `json:"skipped"`
	Failed    int `json:"failed"`
	Errors    []struct {
		Row     int    `json:"row"`
		Column  string `json:"column"`
		Message string `json:"message"`
		Value   string `json:"value"`
	} `json:"errors"`
	Notes []struct {
		Row   int    `json:"row"`
		Value string `json:"value"`
	} `json:"notes"`
	IgnoredColumns []string `json:"ignored_columns"`
}

// sendBook sends a workbook to be imported.
func sendBook(t *testing.T, c *service.Client, name string, workbook []byte, update string, fields ...[2]string) service.Response {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	part.Write(workbook)
	if update != "" {
		form.WriteField("update_existing", update)
	}
	for _, f := range fields {
		form.WriteField(f[0], f[1])
	}
	form.Close()
	res, err := c.Do(t.Context(), "POST", "/import/excel", form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func importBook(t *testing.T, c *service.Client, workbook []byte, update string) imported {
	t.Helper()
	res := sendBook(t, c, "libro.xlsx", workbook, update)
	var answer struct{ Data imported }
	if err := res.Decode(&answer); err != nil || res.Status != 201 {
		t.Fatalf("%d %s", res.Status, res.Body)
	}
	return answer.Data
}

// grid makes a workbook of values.
func grid(t *testing.T, rows ...[]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, r := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &r); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exported returns the cells of an exported workbook as they are stored.
func exported(t *testing.T, c *service.Client) (workbook []byte, rows [][]string) {
	t.Helper()
	res, err := c.Do(t.Context(), "GET", "/export/excel", "", nil)
	if err != nil || res.Status != 200 {
		t.Fatalf("%d %s, %v", res.Status, res.Body, err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(res.Body))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err = f.GetRows(f.GetSheetName(0), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	return res.Body, rows
}

func TestASpreadsheetIsImportedOnce(t *testing.T) {
	onUsualDatabase(t, importOnce)
}

func importOnce(t *testing.T, database ...string) {
	p := start(t, t.TempDir(), database...)
	c := login(t, p, p.Password)
	workbook := grid(t,
		[]any{"Registro de tutelas"}, nil,
		[]any{"RADICADO", "Número de Acta", "accionante", "Demandado", "Cédula", "fecha", "Color"},
		[]any{"11001310300220260012300", "2026-1", " <b>Ana</b> López ", "Nueva EPS", 52418903, "04/03/2026", "azul"},
		[]any{"", "2026-2", "=HYPERLINK(\"http://x\")", "Alcaldía de Cali", "1.020.304", time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)},
		nil,
		[]any{1.1001310300220269e22, "2026-3", "Eva", "X"},
		[]any{"", "2026-4", "", "X"},
		[]any{"", "2026-5", "Luz", "X", "", "31/02/2026"},
		[]any{"", "2026-2", "Otra vez", "X"})
	got := importBook(t, c, workbook, "")
	if got.TotalRows != 6 || got.Imported != 3 || got.Skipped != 1 || got.Failed != 2 {
		t.Errorf("first %+v", got)
	}
	var where []string
	for _, e := range got.Errors {
		where = append(where, fmt.Sprint(e.Row, " ", e.Column))
		if e.Message == "" {
			t.Errorf("no message: %+v", e)
		}
	}
	if want := []string{"7 radicado", "8 demandante"}; !reflect.DeepEqual(where, want) {
		t.Errorf("errors at %v, want %v", where, want)
	}
	if again := importBook(t, c, workbook, "false"); again.Imported != 0 || again.Skipped != 4 || again.Failed != 2 {
		t.Errorf("again %+v", again)
	}
	list := string(call(t, c, "GET", "/documents?status=imported", "", 200))
	for _, part := range []string{`"total":3`, `"demandante":"Ana López"`, `"demandante":"=HYPERLINK(\"http://x\")"`, `"created_at":"2026-03-04T05:00:00.000Z"`, `"created_at":"2026-03-05T05:00:00.000Z"`} {
		if !strings.Contains(list, part) {
			t.Errorf("%s is not in %s", part, list)
		}
	}
	found := string(call(t, c, "GET", "/documents?date_from=2026-03-04&date_to=2026-03-04", "", 200))
	if !strings.Contains(found, `"total":1`) {
		t.Errorf("of that day %s", found)
	}
	if dated := string(call(t, c, "GET", "/export/excel?date_from=2027-01-01", "", 404)); !strings.Contains(dated, "nothing_to_export") {
		t.Errorf("export of nothing: %s", dated)
	}
}

// TestImportTakesTheColumnsOfCourts imports a sheet as courts keep it: nothing of it is
// lost, and a column that means nothing is named.
func TestImportTakesTheColumnsOfCourts(t *testing.T) {
	onUsualDatabase(t, importOfCourts)
}

func importOfCourts(t *testing.T, database ...string) {
	p := start(t, t.TempDir(), database...)
	c := login(t, p, p.Password)
	workbook := grid(t,
		[]any{"Acta", "Radicado", "Accionante", "Accionado", "C.C.", "Fecha reparto", "Derecho", "Sala"},
		[]any{"2026-1", "", "Ana López", "Nueva EPS", 52418903, "04/03/2026", "salud; vida", "3"},
		[]any{"", "2026-00012", "Eva Paz", "Alcaldía", "1.020.304", "05/03/2026", "petición"})
	res := sendBook(t, c, "libro.xlsx", workbook, "", [2]string{"strict", "true"})
	if res.Status != 422 || !strings.Contains(string(res.Body), `"columns_ignored"`) || !strings.Contains(string(res.Body), "Sala") {
		t.Errorf("strict: %d %s", res.Status, res.Body)
	}
	got := importBook(t, c, workbook, "")
	if got.Imported != 2 || got.Failed != 0 || !reflect.DeepEqual(got.IgnoredColumns, []string{"Sala"}) || len(got.Notes) != 1 || got.Notes[0].Row != 3 || got.Notes[0].Value != "2026-00012" {
		t.Errorf("%+v", got)
	}
	if again := importBook(t, c, workbook, ""); again.Imported != 0 || again.Skipped != 2 {
		t.Errorf("again: %+v", again)
	}
	var list struct {
		Data []struct{ ID string }
	}
	if err := json.Unmarshal(call(t, c, "GET", "/documents?status=imported", "", 200), &list); err != nil || len(list.Data) != 2 {
		t.Fatalf("%v, %+v", err, list)
	}
	details := ""
	for _, item := range list.Data {
		details += string(call(t, c, "GET", "/documents/"+item.ID, "", 200))
	}
	for _, part := range []string{`"numero_acta":"2026-1"`, `"cedula":"52418903"`, `"created_at":"2026-03-04T05:00:00.000Z"`, `"etiquetas":["salud","vida"]`,
		`"radicado":"2026-00012"`, `"cedula":"1.020.304"`, `"etiquetas":["petición"]`} {
		if !strings.Contains(details, part) {
			t.Errorf("%s is not in %s", part, details)
		}
	}
}

func TestASpreadsheetUpdatesWhatIsKnown(t *testing.T) {
	onUsualDatabase(t, updateFromSheet)
}

func updateFromSheet(t *testing.T, database ...string) {
	p := start(t, t.TempDir(), database...)
	c := login(t, p, p.Password)
	call(t, c, "POST", "/documents/manual", `{"numero_acta":"7","demandante":"Ana","demandado":"EPS","juzgado":"Primero","radicado":"11001-31-03-002-2026-00123-00"}`, 201)
	row := grid(t, []any{"radicado", "demandante", "demandado", "juzgado", "etiquetas"}, []any{"11001310300220260012300", "Ana María", "EPS", "", "salud, menor"})
	if got := importBook(t, c, row, "1"); got.Updated != 1 || got.Imported != 0 {
		t.Errorf("%+v", got)
	}
	_, rows := exported(t, c)
	if joined := strings.Join(rows[1], "|"); len(rows) != 2 || !strings.Contains(joined, "|Ana María|EPS|Primero|") || !strings.Contains(joined, "|salud, menor|") || !strings.Contains(joined, "|Ingresado a mano|") {
		t.Errorf("%q", rows)
	}
	id := rows[1][slices.Index(rows[0], "ID")]
	history := string(call(t, c, "GET", "/documents/"+id+"/history", "", 200))
	if !strings.Contains(history, `"total":3`) || !strings.Contains(history, `"from":"Ana","to":"Ana María"`) || !strings.Contains(history, `"user":"admin"`) {
		t.Errorf("history %s", history)
	}
}

// linked reports whether a cell of a workbook links to a URL that begins so.
func linked(t *testing.T, workbook []byte, prefix string) bool {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(workbook))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for row := 2; row < 5; row++ {
		ok, target, err := f.GetCellHyperLink(f.GetSheetName(0), fmt.Sprint("M", row))
		if err != nil {
			t.Fatal(err)
		}
		if ok && strings.HasPrefix(target, prefix) && strings.HasSuffix(target, "/original") {
			return true
		}
	}
	return false
}

// What export writes, import into an empty service reads back without loss.
func TestARegisterMovesToAnotherService(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	made, err := paper.BornDigital(filings.New(23, filings.Options{}).Of(document.Tutela), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tutela ñ.pdf", "otra vez.pdf"} { // of one radicado
		task, err := c.Upload(t.Context(), name, made.PDF, "desacato")
		if err != nil {
			t.Fatal(err)
		}
		id := ended(t, c, task).Result.ID
		if name == "otra vez.pdf" {
			call(t, c, "PUT", "/documents/"+id+"/validate", `{"validated_fields":{"observaciones":"  línea 1\r\n\tlínea 2 _x000D_ \u0001 fin "},"corrected_by":"Juez"}`, 200)
		}
	}
	long := strings.Repeat("Ñandú 😀 ", 12_500) // 100,000 characters
	for i, remarks := range []string{"=1+1", "+57 300", "-1", "@x", long, "<&>\"'", "_x005F_x000D_", "0012", "1E+5", "TRUE", "2026-03-04"} {
		body, err := json.Marshal(map[string]string{"numero_acta": fmt.Sprint("=", i), "demandante": remarks[:min(5, len(remarks))],
			"demandado": "EPS", "observaciones": remarks, "etiquetas": "=a, b"})
		if err != nil {
			t.Fatal(err)
		}
		call(t, c, "POST", "/documents/manual", string(body), 201)
	}
	workbook, first := exported(t, c)
	first = withoutPairs(first) // what people decided of two documents stays with the service that has both

	other := start(t, t.TempDir())
	d := login(t, other, other.Password)
	if got := importBook(t, d, workbook, ""); got.Imported != len(first)-1 || got.Failed != 0 {
		t.Fatalf("%+v", got)
	}
	again, second := exported(t, d)
	second = withoutPairs(second)
	if !reflect.DeepEqual(first, second) {
		for i := range first {
			if !reflect.DeepEqual(first[i], second[i]) {
				t.Errorf("row %d\n%.500q became\n%.500q", i+1, first[i], second[i])
			}
		}
	}
	// The names of files link to originals, which only the first service has.
	if bytes.Equal(workbook, again) || !linked(t, workbook, p.URL+"/api/v1/documents/") || linked(t, again, "") {
		t.Error("originals are linked where there are none, or not where they are")
	}
	if got := importBook(t, d, workbook, "true"); got.Updated != len(first)-1 {
		t.Errorf("the same again %+v", got)
	}
	if last, _ := exported(t, d); !bytes.Equal(again, last) {
		t.Error("the same again changed something")
	}
}

func TestHostileWorkbooksAreRefusedAndLeaveNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	temp := filepath.Join(folder, "tmp")
	p := start(t, folder, "SVC_TMP_DIR="+temp)
	c := login(t, p, p.Password)
	good := grid(t, []any{"a"})
	var secret bytes.Buffer
	f := excelize.NewFile()
	if err := f.Write(&secret, excelize.Options{Password: "x"}); err != nil {
		t.Fatal(err)
	}
	for _, h := range []struct {
		name, file string
		content    []byte
		code       string
	}{
		{"a PDF", "libro.xlsx", []byte("%PDF-1.7"), "not_a_spreadsheet"},
		{"a name of another kind", "libro.pdf", good, "not_a_spreadsheet"},
		{"another program's", "libro.ods", good, "not_a_spreadsheet"},
		{"nothing", "libro.xls", nil, "empty_file"},
		{"cut off", "libro.xlsx", good[:len(good)/2], "workbook_damaged"},
		{"encrypted", "libro.xlsx", secret.Bytes(), "workbook_encrypted"},
		{"no headers", "libro.xlsx", good, "headers_missing"},
		{"no boolean", "libro.xlsx", good, "invalid_boolean"},
	} {
		update := ""
		if h.code == "invalid_boolean" {
			update = "quizá"
		}
		res := sendBook(t, c, h.file, h.content, update)
		if res.Status != 422 || !strings.Contains(string(res.Body), `"`+h.code+`"`) {
			t.Errorf("%s: %d %s", h.name, res.Status, res.Body)
		}
	}
	left, err := filepath.Glob(filepath.Join(temp, "*.xls*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if left, err = filepath.Glob(filepath.Join(temp, "*", "*", "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind by readers: %v, %v", left, err)
	}
}

// withoutPairs returns rows without the columns about other documents and what only the extraction reads.
func withoutPairs(rows [][]string) [][]string {
	omitted := []string{"Duplicado de", "Motivo", "Decisión", "Otra solicitud de", "Representado"}
	kept := make([][]string, len(rows))
	for i, row := range rows {
		for column, cell := range row {
			if !slices.Contains(omitted, rows[0][column]) {
				kept[i] = append(kept[i], cell)
			}
		}
	}
	return kept
}
