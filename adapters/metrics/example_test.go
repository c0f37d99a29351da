package metrics_test

import (
	"bufio"
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/metrics"
)

func Example() {
	m := metrics.New(metrics.Build{Service: "intake", Version: "1.2.0"}, nil)
	m.RequestBegan()
	m.RequestEnded("/api/v1/documents/:id", "GET", 200, 3*time.Millisecond)

	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for lines := bufio.NewScanner(w.Body); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "cotejo_http_requests") {
			fmt.Println(lines.Text())
		}
	}
	// Output:
	// cotejo_http_requests_in_flight 0
	// cotejo_http_requests_total{method="GET",route="/api/v1/documents/:id",status="2xx"} 1
}
