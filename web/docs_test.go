package web

import (
	"strings"
	"testing"
)

// Every page for readers is listed once, is readable, and is made of parts that the page can show:
// its tables have as many cells in each row, and nothing of Markdown is left in the text.
func TestDocs(t *testing.T) {
	c := newClient(t, Config{})
	var list struct{ Docs []docJSON }
	c.get("/api/docs", &list)
	if len(list.Docs) < 15 || list.Docs[0].Name != indexPage || list.Docs[1].Name != "minesweeper" {
		t.Fatalf("the pages are %v", list.Docs)
	}
	for _, d := range list.Docs {
		var page struct {
			Name, Title, Markdown string
			Blocks                []block
		}
		c.get("/api/docs/"+d.Name, &page)
		if page.Name != d.Name || page.Title != d.Title || d.Title == "" || strings.HasPrefix(d.Title, "#") {
			t.Errorf("%v is called %q, %q", d, page.Name, page.Title)
		}
		if len(page.Blocks) < 3 || page.Blocks[0].Kind != "heading" || page.Blocks[0].Text != d.Title {
			t.Errorf("%s begins with %v", d.Name, page.Blocks[:min(1, len(page.Blocks))])
		}
		for _, b := range page.Blocks {
			for _, row := range b.Rows {
				if len(row) != len(b.Rows[0]) {
					t.Errorf("%s: a row of %d cells below a head of %d: %q", d.Name, len(row), len(b.Rows[0]), row)
				}
			}
			for _, text := range append([]string{b.Text}, b.Items...) {
				if b.Kind != "code" && (strings.Contains(text, "```") || strings.Contains(text, "<!--") || strings.Contains(text, `\*`) || strings.HasPrefix(text, "1. ")) {
					t.Errorf("%s: %s %q", d.Name, b.Kind, text)
				}
			}
		}
	}
	for _, bad := range []string{"nothing", "README", "%2e%2e", "%2e%2e%2fREADME", "README%2emd"} {
		if status, text := c.ask("GET", "/api/docs/"+bad, nil); status != statusNotFound {
			t.Errorf("%s: %d %.80s", bad, status, text)
		}
	}
}

// A numbered list keeps its order and its lines that are set in.
func TestNumberedList(t *testing.T) {
	blocks := parseMarkdown("before\n\n1. one\n   more\n2. two\n\n<!-- a note -->\n\nafter\n", nil)
	if len(blocks) != 3 || blocks[1].Kind != "numbered" || strings.Join(blocks[1].Items, "|") != "one more|two" || blocks[2].Text != "after" {
		t.Errorf("%+v", blocks)
	}
}
