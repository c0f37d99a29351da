package intakeapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// longLetters is a list of several pages.
type longLetters struct{ ports.FormLetters }

func (longLetters) ListLetters(_ context.Context, _ account.Actor, _ string, page document.PageRequest) (document.LetterRowListing, error) {
	return document.LetterRowListing{Total: 100, Page: page}, nil
}

// longPairs is a list of several pages.
type longPairs struct{ ports.Duplicates }

func (longPairs) ListPairs(_ context.Context, _ account.Actor, _ document.PairFilter, page document.PageRequest) (document.PairRowListing, error) {
	return document.PairRowListing{Total: 100, Page: page}, nil
}

// longBin is a list of several pages.
type longBin struct{ ports.RecycleBin }

func (longBin) ListBin(_ context.Context, _ account.Actor, page document.PageRequest) (document.BinListing, error) {
	return document.BinListing{Total: 100, Page: page}, nil
}

var linkTarget = regexp.MustCompile(`<([^>]*)>; rel="(\w+)"`)

// The lists are those whose description has a Link header: a new one is tested, too.
func TestLinksOfListsAreAnswered(t *testing.T) {
	h := build(t, func(_ *rest.Options, d *intakeapi.Deps, h *house) {
		h.intake.HistoryFunc = func(_ context.Context, _ account.Actor, _ string, page document.PageRequest) (document.ChangeListing, error) {
			return document.ChangeListing{Total: 100, Page: page}, nil
		}
		h.intake.ListDeliveriesFunc = func(_ context.Context, _ account.Actor, _ document.DeliveryFilter, page document.PageRequest) (document.DeliveryListing, error) {
			return document.DeliveryListing{Total: 100, Page: page}, nil
		}
		h.config.DedupHistoryFunc = func(_ context.Context, _ account.Actor, page document.PageRequest) (document.DedupTuningListing, error) {
			return document.DedupTuningListing{Total: 100, Page: page}, nil
		}
		d.Letters, d.Duplicates, d.Bin = longLetters{}, longPairs{}, longBin{}
	})
	lists := 0
	for path, item := range h.api.OpenAPI().Paths {
		if item.Get == nil || item.Get.Responses["200"] == nil || item.Get.Responses["200"].Headers["Link"] == nil {
			continue
		}
		lists++
		t.Run(item.Get.OperationID, func(t *testing.T) {
			list := strings.ReplaceAll(path, "{id}", knownDocument)
			links := linksOf(t, h, list+"?page=2&per_page=5")
			for rel, page := range map[string]int{"first": 1, "prev": 1, "next": 3, "last": 0} {
				target, found := links[rel]
				if !found {
					t.Errorf("no link to the %s page in %v", rel, links)
					continue
				}
				var got struct {
					Meta struct{ Page, Total, Per_page, Total_pages int }
				}
				body := h.Do(t, apitest.Row{Path: target, Token: adminToken, Status: 200})
				if err := json.Unmarshal(body, &got); err != nil {
					t.Fatalf("%s: %v", target, err)
				}
				if page == 0 {
					page = got.Meta.Total_pages
				}
				if got.Meta.Page != page || got.Meta.Per_page != 5 {
					t.Errorf("%s leads to %+v, want page %d", rel, got.Meta, page)
				}
			}
		})
	}
	if lists < 8 {
		t.Errorf("%d lists have links", lists)
	}
}

// linksOf returns the targets of the Link header (RFC 8288) by relation.
func linksOf(t *testing.T, h *house, path string) map[string]string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.Base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+adminToken)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != 200 {
		t.Fatalf("%s answers %d", path, res.StatusCode)
	}
	links := map[string]string{}
	for _, m := range linkTarget.FindAllStringSubmatch(res.Header.Get("Link"), -1) {
		links[m[2]] = m[1]
	}
	return links
}
