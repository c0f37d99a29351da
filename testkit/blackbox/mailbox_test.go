package blackbox

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/dovecot"
	"github.com/cotejo/cotejo/testkit/mail"
	"github.com/cotejo/cotejo/testkit/service"
)

// delivery is a delivery in detail.
type delivery struct {
	ID         string
	Subject    string
	Sender     string
	ReceivedBy string `json:"received_by"`
	Parts      []struct {
		Outcome    string
		DocumentID string `json:"document_id"`
	}
}

// deliveries returns all deliveries in detail.
func deliveries(t *testing.T, c *service.Client) (all []delivery) {
	t.Helper()
	get := func(path string, to any) {
		t.Helper()
		res, err := c.Do(t.Context(), "GET", path, "", nil)
		if err == nil {
			err = res.Decode(to)
		}
		if err != nil || res.Status != 200 {
			t.Fatalf("%s: %d, %v", path, res.Status, err)
		}
	}
	for page := 1; ; page++ {
		var list struct{ Data []delivery }
		get(fmt.Sprintf("/deliveries?per_page=50&page=%d", page), &list)
		for _, d := range list.Data {
			var whole struct{ Data delivery }
			get("/deliveries/"+d.ID, &whole)
			all = append(all, whole.Data)
		}
		if len(list.Data) < 50 {
			return all
		}
	}
}

// readsMail returns the settings of a service that reads mailboxes.
func readsMail(t *testing.T, addresses ...string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "passwords")
	if err := os.WriteFile(file, []byte(strings.Repeat(dovecot.Password+"\n", len(addresses))), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"SVC_MAIL_URL=" + strings.Join(addresses, " "), "SVC_MAIL_PASSWORD_FILE=" + file}
}

// filed returns a message with papers, and a note that is not one.
func filed(t *testing.T, number, papers int) []byte {
	t.Helper()
	var m bytes.Buffer
	fmt.Fprintf(&m, "From: ana@correo.example\r\nTo: reparto@juzgado.example\r\nSubject: tutela %d\r\nMessage-ID: <%d@correo.example>\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nAdjunto.\r\n", number, number)
	for n := range papers {
		pdf := locked(t, "", fmt.Sprintf("Senor Juez. Accion de tutela %d-%d. Ana Lopez, C.C. 52.418.%03d, contra Salud Total EPS.", number, n, number))
		fmt.Fprintf(&m, "--b\r\nContent-Type: application/pdf; name=p%d.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n", n)
		for line := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString(pdf)), 76) {
			fmt.Fprintf(&m, "%s\r\n", line)
		}
	}
	m.WriteString("--b--\r\n")
	return m.Bytes()
}

// TestMailboxesAreTakenIn has a service that reads two mailboxes. What is in one is taken in and moved; a message that
// is too large and one that is no message wait for a person, and do not stop those after them. In the other
// mailbox folders are forbidden.
func TestMailboxesAreTakenIn(t *testing.T) {
	onUsualDatabase(t, takeMailboxesIn)
}

func takeMailboxesIn(t *testing.T, database ...string) {
	server := dovecot.Start(t)
	free, strict := server.Account(t, "reparto"), server.Account(t, "tutelas")
	messages, err := mail.Read("learn")
	if err != nil {
		t.Fatal(err)
	}
	var names, subjects []string
	for _, m := range messages {
		if slices.Contains([]string{"a06.eml", "a11.eml", "a14.eml"}, m.File) {
			free.Append(t, "INBOX", m.Content)
			names = append(names, m.File)
		}
	}
	broken := []byte("sin encabezado\r\n")
	large := append(filed(t, 1, 0), bytes.Repeat([]byte("0123456789\r\n"), 1<<17)...)
	repeated := filed(t, 2, 1)
	free.Append(t, "INBOX", broken, large, repeated)
	strict.ForbidFolders(t)
	strict.Append(t, "INBOX", filed(t, 3, 1), broken)

	p := start(t, t.TempDir(), append(append(database, "SVC_MAX_UPLOAD_SIZE_MB=1"), readsMail(t, free.URL("INBOX"), strict.URL(""))...)...)
	free.Await(t, "Cotejo/recibidos", 4)
	free.Await(t, "Cotejo/por-revisar", 2)
	c := login(t, p, p.Password)
	flagged := func() (flags []string) {
		for _, m := range strict.List(t, "INBOX") {
			for _, f := range m.Flags {
				flags = append(flags, string(f))
			}
		}
		return flags
	}
	await(t, func() bool { return len(flagged()) == 2 })
	if got := flagged(); !slices.Equal(got, []string{"$Cotejo", "$CotejoPorRevisar"}) {
		t.Errorf("flags: %q", got)
	}
	if left := free.List(t, "INBOX"); len(left) > 0 {
		t.Errorf("left: %+v", left)
	}
	for _, d := range deliveries(t, c) {
		subjects = append(subjects, d.Subject)
		if d.ReceivedBy != "system" || len(d.Parts) == 0 {
			t.Errorf("%+v", d)
		}
	}
	if len(subjects) != 5 || len(names) != 3 || !slices.Contains(subjects, "tutela 2") || !slices.Contains(subjects, "tutela 3") {
		t.Errorf("deliveries: %q", subjects)
	}
	for _, m := range slices.Concat(free.List(t, "Cotejo/recibidos"), free.List(t, "Cotejo/por-revisar"), strict.List(t, "INBOX")) {
		if slices.Contains(m.Flags, `\Seen`) {
			t.Errorf("seen by nobody: %+v", m)
		}
	}

	free.Append(t, "INBOX", filed(t, 4, 1), repeated) // while it runs
	free.Await(t, "Cotejo/recibidos", 6)
	if got := len(deliveries(t, c)); got != 6 {
		t.Errorf("%d deliveries, want 6", got)
	}
	page := metricsOf(t, p.URL)
	for _, want := range []string{"taken_total 7", "refused_total 3", "failures_total 0"} {
		if !strings.Contains(page, "\ncotejo_mailbox_"+want) && !strings.Contains(page, "\ncotejo_mailbox_messages_"+want) {
			t.Errorf("no %s: %v", want, regexp.MustCompile(`(?m)^cotejo_mailbox.*`).FindAllString(page, -1))
		}
	}
	for _, want := range []string{`"mailbox_1","status":"ok"`, `"mailbox_2","status":"ok"`, "Leído por última vez"} {
		if res, err := c.Do(t.Context(), "GET", "/health", "", nil); err != nil || !strings.Contains(string(res.Body), want) {
			t.Errorf("health lacks %s: %s, %v", want, res.Body, err)
		}
	}
}

// await waits until something is so.
func await(t *testing.T, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come")
		}
	}
}

// TestKillsLoseNoMessage kills the service at random moments while it takes messages in. In the end each message is one
// delivery with its papers: none is lost, and none is taken in twice.
func TestKillsLoseNoMessage(t *testing.T) {
	onUsualDatabase(t, loseNoMessage)
}

func loseNoMessage(t *testing.T, database ...string) {
	account := dovecot.Start(t).Account(t, "reparto")
	folder, rng := t.TempDir(), rand.New(rand.NewPCG(5, 5))
	env := append(database, readsMail(t, account.URL("INBOX"))...)
	rounds := max(10, *kills)
	const perRound = 5
	papers := 0
	sent := map[string]int{} // papers of each message
	for round := range rounds {
		var batch [][]byte
		for n := range perRound {
			number := round*perRound + n
			sent[fmt.Sprintf("tutela %d", number)] = 1 + number%2
			papers += 1 + number%2
			batch = append(batch, filed(t, number, 1+number%2))
		}
		account.Append(t, "INBOX", batch...)
		p := start(t, folder, env...)
		if round%2 == 0 { // often well into its work
			account.Await(t, "Cotejo/recibidos", len(account.List(t, "Cotejo/recibidos"))+1)
		}
		time.Sleep(time.Duration(rng.IntN(150)) * time.Millisecond)
		p.Kill()
	}
	before := len(account.List(t, "Cotejo/recibidos"))
	p := start(t, folder, env...)
	p.Password = adminPassword
	account.Await(t, "Cotejo/recibidos", len(sent))
	c := login(t, p, p.Password)
	documents := map[string]bool{}
	all := deliveries(t, c)
	for _, d := range all {
		want, ok := sent[d.Subject]
		if !ok {
			t.Errorf("a delivery that nobody sent, or a second one: %+v", d)
		}
		delete(sent, d.Subject)
		for _, part := range d.Parts {
			if part.Outcome == "accepted" {
				want--
				documents[part.DocumentID] = true
			}
		}
		if want != 0 {
			t.Errorf("%d papers too few: %+v", want, d)
		}
	}
	if len(sent) > 0 || len(documents) != papers {
		t.Errorf("lost: %v; %d documents, want %d", sent, len(documents), papers)
	}
	await(t, func() bool { return count(t, c) >= papers })
	if got := count(t, c); got != papers {
		t.Errorf("%d documents, want %d", got, papers)
	}
	if left, refused := account.List(t, "INBOX"), account.List(t, "Cotejo/por-revisar"); len(left)+len(refused) > 0 {
		t.Errorf("left %v, refused %v", left, refused)
	}
	stop(t, p)
	t.Logf("%d kills, %d messages, %d of them before the last start", rounds, len(all), before)
}
