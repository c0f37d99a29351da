package intakeapi_test

import (
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestHealth(t *testing.T) {
	build(t, nil).Run(t, []apitest.Row{
		{Name: "unwrapped, for anyone", Path: prefix + "/health", Status: 200,
			JSON: `{"status":"degraded","version":"test","components":[{"name":"database","status":"ok","detail":null},{"name":"ocr","status":"error","detail":"No arranca."}]}`},
		{Name: "a bad token does not matter", Path: prefix + "/health", Token: "x", Status: 200},
		{Name: "HEAD is answered", Method: "HEAD", Path: prefix + "/health", Status: 200},
	})
}

func TestLogin(t *testing.T) {
	login := prefix + "/auth/login"
	rows := []apitest.Row{
		{Name: "a grant, unwrapped", Body: `{"username":"ana","password":"secreto"}`, Status: 200,
			JSON: `{"access_token":"*","token_type":"bearer","expires_in":28800}`},
		{Name: "unknown fields are ignored", Body: `{"username":"ana","password":"secreto","x":{"y":[1]}}`, Status: 200},
		{Name: "wrong password", Body: `{"username":"ana","password":"otra"}`, Status: 401,
			WantHeader: map[string]string{"WWW-Authenticate": "Bearer", "Content-Type": "application/problem+json"},
			JSON:       `{"type":"about:blank","title":"No autenticado","status":401,"detail":"*","instance":"*","code":"bad_credentials"}`},
		{Name: "missing field", Body: `{"password":"secreto"}`, Status: 422, Lacks: []string{"secreto"},
			JSON: `{"code":"validation_failed","status":422,"errors":[{"location":"body.username","message":"Falta este dato."}]}`},
		{Name: "empty field", Body: `{"username":"","password":"secreto"}`, Status: 422, Lacks: []string{"secreto"},
			JSON: `{"errors":[{"location":"body.username","message":"No puede estar vacío."}]}`},
		{Name: "blank field", Body: `{"username":" \t ","password":"secreto"}`, Status: 422,
			JSON: `{"errors":[{"location":"body.username","message":"Debe ser un texto no vacío."}]}`},
		{Name: "null field", Body: `{"username":null,"password":"secreto"}`, Status: 422,
			JSON: `{"errors":[{"location":"body.username","message":"Debe ser un texto."}]}`},
		{Name: "wrong type", Body: `{"username":7,"password":"secreto"}`, Status: 422,
			JSON: `{"errors":[{"location":"body.username","message":"Debe ser un texto.","value":7}]}`},
		{Name: "a password is never repeated", Body: `{"username":"ana","password":90210}`, Status: 422, Lacks: []string{"90210"},
			JSON: `{"errors":[{"location":"body.password","message":"Debe ser un texto."}]}`},
		{Name: "a list instead of an object", Body: `["ana","secreto"]`, Status: 422, Lacks: []string{"secreto"}},
		{Name: "no body", Status: 422, JSON: `{"code":"malformed_json"}`},
		{Name: "malformed", Body: `{"username":"ana","password":"secreto"`, Status: 422, Lacks: []string{"secreto"},
			JSON: `{"code":"malformed_json","errors":[{"location":"body"}]}`},
		{Name: "something behind the value", Body: `{"username":"ana","password":"secreto"} x`, Status: 422},
		{Name: "invalid UTF-8", Body: "{\"username\":\"an\xff\",\"password\":\"secreto\"}", Status: 422},
		{Name: "half a character", Body: `{"username":"ana","password":"\ud83d"}`, Status: 422, Lacks: []string{"d83d"},
			JSON: `{"code":"malformed_json","errors":[{"location":"body","message":"El campo «password» tiene un carácter dañado: la mitad de un par UTF-16."}]}`},
		{Name: "a key in capitals is another key", Body: `{"Username":"ana","password":"secreto"}`, Status: 422,
			JSON: `{"errors":[{"location":"body.username","message":"Falta este dato."}]}`},
		{Name: "and changes nothing", Body: `{"username":"ana","password":"secreto","USERNAME":"eva","pa\u017fsword":"x"}`, Status: 200},
		{Name: "a key twice", Body: `{"username":"eva","password":"secreto","username":"ana"}`, Status: 422, Lacks: []string{"secreto"},
			JSON: `{"code":"malformed_json","errors":[{"location":"body","message":"La clave «username» está dos veces en el mismo objeto."}]}`},
		{Name: "a key twice, once in escapes", Body: `{"username":"eva","password":"secreto","user\u006eame":"ana"}`, Status: 422},
		{Name: "wrong content type", Body: `{"username":"ana","password":"secreto"}`, Header: map[string]string{"Content-Type": "text/plain"}, Status: 422,
			JSON: `{"code":"unsupported_content_type"}`},
		{Name: "content type in capitals", Body: `{"username":"ana","password":"secreto"}`, Header: map[string]string{"Content-Type": "Application/JSON; Charset=UTF-8"}, Status: 200},
		{Name: "deeply nested", Body: `{"username":` + nested(1000) + `,"password":"p"}`, Status: 422},
		{Name: "after a byte order mark", Body: "\uFEFF" + `{"username":"ana","password":"secreto"}`, Status: 200},
		{Name: "very many values", Body: `{"username":"ana","password":"secreto","x":[` + repeat("0,", 200_000) + `0]}`, Status: 413},
		{Name: "too large", Body: `{"username":"ana","password":"` + repeat("x", 2<<20) + `"}`, Status: 413,
			JSON: `{"code":"body_too_large"}`},
	}
	for i := range rows {
		rows[i].Method, rows[i].Path = "POST", login
	}
	build(t, nil).Run(t, rows)
}

func TestTokens(t *testing.T) {
	me := prefix + "/auth/me"
	challenge := map[string]string{"WWW-Authenticate": "Bearer", "Content-Type": "application/problem+json"}
	build(t, nil).Run(t, []apitest.Row{
		{Name: "good", Path: me, Token: goodToken, Status: 200,
			JSON: `{"data":{"username":"ana","name":"Ana","email":"ana@x.co","role":"user","expires_at":"2026-03-04T15:04:05.123Z","refreshes_left":5}}`},
		{Name: "scheme in lower case", Path: me, Header: map[string]string{"Authorization": "bearer " + goodToken}, Status: 200},
		{Name: "missing", Path: me, Status: 401, WantHeader: challenge, JSON: `{"code":"token_missing"}`},
		{Name: "no bearer", Path: me, Header: map[string]string{"Authorization": "Basic YTpi"}, Status: 401, WantHeader: challenge},
		{Name: "garbage", Path: me, Token: "x.y.z", Status: 401, WantHeader: challenge, JSON: `{"code":"token_invalid"}`},
		{Name: "without signature", Path: me, Token: sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, "tests"), Status: 401},
		{Name: "another algorithm", Path: me, Token: sign(jwt.SigningMethodHS512, secret, "tests"), Status: 401},
		{Name: "another secret", Path: me, Token: sign(jwt.SigningMethodHS256, []byte("another secret of the same length..."), "tests"), Status: 401},
		{Name: "claims refused", Path: me, Token: sign(jwt.SigningMethodHS256, secret, "others"), Status: 401, JSON: `{"code":"token_invalid"}`},
		{Name: "in the query", Path: me + "?token=" + goodToken, Status: 401},
	})
}

func TestDocuments(t *testing.T) {
	rows := []apitest.Row{
		{Name: "list with defaults", Path: "/documents", Status: 200,
			JSON: `{"data":[{"id":"` + knownDocument + `","file_name":"a.pdf","document_type":"tutela","status":"processed","demandante":"","demandado":"","radicado":"","created_at":"2026-03-04T15:04:05.123Z"}],"meta":{"total":41,"page":1,"per_page":20,"total_pages":3}}`},
		{Name: "list of a broad query", Path: "/documents?q=broad", Status: 200, JSON: `{"meta":{"total":41,"total_exact":false}}`},
		{Name: "list, given page", Path: "/documents?page=2&per_page=100", Status: 200, JSON: `{"meta":{"page":2,"per_page":100,"total_pages":1}}`},
		{Name: "trailing slash", Path: "/documents/", Status: 200},
		{Name: "page 0", Path: "/documents?page=0", Status: 422, JSON: `{"errors":[{"location":"query.page","message":"Debe ser mayor o igual que 1.","value":0}]}`},
		{Name: "per_page 0", Path: "/documents?per_page=0", Status: 422},
		{Name: "per_page 101", Path: "/documents?per_page=101", Status: 422, JSON: `{"errors":[{"location":"query.per_page","message":"Debe ser menor o igual que 100."}]}`},
		{Name: "page that is no number", Path: "/documents?page=dos", Status: 422, JSON: `{"errors":[{"message":"Debe ser un número entero.","value":"dos"}]}`},
		{Name: "page beyond all numbers", Path: "/documents?page=99999999999999999999999", Status: 422},
		{Name: "negative page", Path: "/documents?page=-1", Status: 422},
		{Name: "invalid escape in the query", Path: "/documents?page=%zz", Status: 422},
		{Name: "detail", Path: "/documents/" + knownDocument, Status: 200,
			JSON: `{"data":{"id":"*","juzgado":"","is_manual_entry":false,"ocr_confidence":1,"needs_review":true,"warnings":["*","*"],"pages":2,"page_details":[{"number":1,"confidence":1},{"number":2,"confidence":null}],"text":"texto","suggested_type":{"value":"desacato","confidence":0.8,"reasons":["desacato"]},"alternatives":[{"field":"cedula","value":"123","raw":"1 2 3","confidence":0.3}],"doubtful_fields":["demandante","cedula","document_type"],"etiquetas":[],"entities":[{"sources":[],"boxes":[{"x0":0,"y0":0,"x1":1,"y1":1}]}],"validated_at":null}}`},
		{Name: "the term in the detail, with its basis", Path: "/documents/" + knownDocument, Status: 200,
			JSON: `{"data":{"vence":"2026-03-18","days_left":2,"term":{"purpose":"Fallo","days":10,"calendar_days":false,"from":"2026-03-04","basis":"art. 29"}}}`},
		{Name: "days that are left, in a list by due day", Path: "/documents?sort=due&due=overdue&due_before=2026-03-04", Status: 200,
			JSON: `{"data":[{"vence":"2026-03-03","days_left":-1}]}`},
		{Name: "an unknown urgency", Path: "/documents?due=soon", Status: 422, JSON: `{"errors":[{"location":"query.due"}]}`},
		{Name: "no day to be due before", Path: "/documents?due_before=soon", Status: 422},
		{Name: "identifier in capitals", Path: "/documents/0195F0A0-0000-7000-8000-000000000002", Status: 200},
		{Name: "identifier in escapes", Path: "/%64ocuments/0195f0a0%2D0000-7000-8000-000000000002", Status: 200},
		{Name: "unknown document", Path: "/documents/" + unknown, Status: 404, JSON: `{"code":"document_not_found","title":"No encontrado"}`},
		{Name: "no identifier names no document", Path: "/documents/1%20OR%201=1", Status: 404, JSON: `{"code":"document_not_found"}`},
		{Name: "a number names no document", Path: "/documents/999", Status: 404},
		{Name: "control characters name no document", Path: "/documents/%00%FF", Status: 404},
		{Name: "identifier in braces", Path: "/documents/%7B" + knownDocument + "%7D", Status: 404},
		{Name: "task", Path: "/tasks/" + knownTask, Status: 200,
			JSON: `{"task_id":"` + knownTask + `","status":"completed","progress":1,"warnings":["*"],"error":null,"created_at":"*","completed_at":"*","result":{"id":"` + knownDocument + `","file_name":"a.pdf","document_type":"tutela","suggested_type":{"value":"desacato"},"demandante":"ANA","demandado":"EPS","ocr_confidence":0.9,"needs_review":true,"processing_time_ms":1500,"pages":2,"duplicates":[{"document_id":"*","similarity":1,"details":{"ensemble_score":0.65,"facts":{"verdict":"same"}}}],"new_claims":[],"mass":[]}}`},
		{Name: "unknown task", Path: "/tasks/" + unknown, Status: 404, JSON: `{"code":"task_not_found"}`},
		{Name: "no identifier names no task", Path: "/tasks/nope", Status: 404},
		{Name: "duplicates", Method: "POST", Path: "/documents/" + knownDocument + "/duplicates", Status: 200,
			JSON: `{"data":{"total":1,"candidates":[{"document_id":"` + unknown + `","similarity":0.8,"file_name":"b.pdf","details":{"minhash_score":0.5,"tfidf_score":0.6,"entity_score":0.7,"ensemble_score":0.65,"adjustments":[{"rule":"other_claim","before":0.65,"after":0.8,"reason":"pide otra cosa"}],"parties":{"score":1,"verdict":"same","evidence":[{"code":"text_shared"}]},"claims":{"verdict":"same"}},"reasons":[{"code":"text_shared","text":"Los mismos hechos","left":"a","right":"b","weight":1}]}],"new_claims":[],"mass":[{"file_name":"c.pdf","similarity":0.3,"reasons":[{"text":"mismo formato de escrito"}]}]}}`},
		{Name: "duplicates of an unknown document", Method: "POST", Path: "/documents/" + unknown + "/duplicates", Status: 404},
		{Name: "verify", Method: "POST", Path: "/duplicates/verify", Body: `{"text":"hechos"}`, Status: 200,
			JSON: `{"data":{"total":1,"candidates":[{"document_id":"*","similarity":0.8,"file_name":"b.pdf","details":{"facts":{"verdict":"same"}},"reasons":[{"code":"text_shared","text":"Los mismos hechos","left":"a","right":"b","weight":1}],"decision":null}]}}`},
		{Name: "verify nothing", Method: "POST", Path: "/duplicates/verify", Body: `{"text":""}`, Status: 422},
		{Name: "verify blanks", Method: "POST", Path: "/duplicates/verify", Body: `{"text":" \n"}`, Status: 422},
		{Name: "verify with a type that is no slug", Method: "POST", Path: "/duplicates/verify", Body: `{"text":"x","document_type":"<b>"}`, Status: 422, JSON: `{"code":"invalid_document_type"}`},
		{Name: "verify a million characters of twelve bytes", Method: "POST", Path: "/duplicates/verify", Body: `{"text":"` + repeat(`\ud83d\ude00`, 1_000_000) + `"}`, Status: 200},
		{Name: "verify far too much", Method: "POST", Path: "/duplicates/verify", Body: `{"text":"` + repeat("x", 13_000_000) + `"}`, Status: 413},
		{Name: "unknown route", Path: "/nada", Status: 404, JSON: `{"code":"route_not_found"}`, WantHeader: map[string]string{"Content-Type": "application/problem+json"}},
		{Name: "path in capitals", Path: "/DOCUMENTS", Status: 404},
		{Name: "other method", Method: "PUT", Path: "/documents", Status: 405, JSON: `{"code":"method_not_allowed"}`, WantHeader: map[string]string{"Allow": "GET, HEAD"}},
		{Name: "OPTIONS that is no preflight", Method: "OPTIONS", Path: "/documents", Status: 204, WantHeader: map[string]string{"Allow": "GET, HEAD"}},
		{Name: "OPTIONS of an unknown route", Method: "OPTIONS", Path: "/nada", Status: 404},
		{Name: "PATCH", Method: "PATCH", Path: "/auth/login", Status: 405, WantHeader: map[string]string{"Allow": "POST"}},
		{Name: "a method of nobody's", Method: "BREW", Path: "/documents", Status: 405, WantHeader: map[string]string{"Content-Type": "application/problem+json"}},
	}
	for i := range rows {
		rows[i].Path, rows[i].Token = prefix+rows[i].Path, goodToken
	}
	build(t, nil).Run(t, rows)
}

func TestCompare(t *testing.T) {
	path := "/documents/" + knownDocument + "/compare/"
	build(t, nil).Run(t, under("", []apitest.Row{
		{Name: "side by side", Path: path + completedTask, Token: goodToken, Status: 200,
			JSON: `{"data":{"left":{"id":"` + knownDocument + `"},"right":{"id":"` + completedTask + `"},"relation":"unrelated","similarity":0.4,
				"details":{"minhash_score":0.5,"tfidf_score":0.6,"entity_score":0.7,"ensemble_score":0.65},"reasons":[{"code":"defendant_different","text":"distinto accionado"}],"aligned":true,
				"passages":[{"kind":"both","left":{"start":0,"end":4,"text":"Año "},"right":{"start":0,"end":4,"text":"Año "}},
					{"kind":"left","left":{"start":4,"end":10,"text":"nuevo "},"right":{"start":4,"end":4,"text":""}},
					{"kind":"right","left":{"start":10,"end":10,"text":""},"right":{"start":4,"end":10,"text":"viejo "}},
					{"kind":"both","left":{"start":10,"end":13,"text":"ñ. "},"right":{"start":10,"end":13,"text":"ñ. "}}]}}`},
		{Name: "with one that is not there", Path: path + unknown, Token: goodToken, Status: 404, JSON: `{"code":"document_not_found"}`},
		{Name: "with no identifier", Path: path + "7", Token: goodToken, Status: 404},
		{Name: "without a token", Path: path + completedTask, Status: 401},
	}))
}

func TestDescriptionIsSpanish(t *testing.T) { apitest.Spanish(t, build(t, nil).api.OpenAPI()) }
