//go:build !js

package web

import (
	"regexp"
	"strings"
)

// block is a part of a page of Markdown, as far as our pages need it. Text keeps its
// marks for code, emphasis and links: the page shows these without ever taking text for
// HTML.
type block struct {
	Kind  string     `json:"kind"` // heading, paragraph, list, numbered, table, code or image
	Level int        `json:"level,omitempty"`
	Text  string     `json:"text,omitempty"`
	Items []string   `json:"items,omitempty"`
	Rows  [][]string `json:"rows,omitempty"`
	Right []bool     `json:"right,omitempty"`
	Src   string     `json:"src,omitempty"`
}

var (
	imageLine = regexp.MustCompile(`^!\[([^\]]*)\]\(([^)]+)\)$`)
	bullet    = regexp.MustCompile(`^- `)
	numbered  = regexp.MustCompile(`^\d+\. `)
)

// parseMarkdown cuts a page into blocks. Source gives the address of an image, "" if
// there is none.
func parseMarkdown(text string, source func(string) string) []block {
	blocks := []block{}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		line := strings.TrimRight(lines[i], " ")
		switch {
		case line == "":
			i++
		case strings.HasPrefix(line, "```"):
			var code []string
			for i++; i < len(lines) && !strings.HasPrefix(lines[i], "```"); i++ {
				code = append(code, lines[i])
			}
			i++
			blocks = append(blocks, block{Kind: "code", Text: strings.Join(code, "\n")})
		case strings.HasPrefix(line, "#"):
			level := len(line) - len(strings.TrimLeft(line, "#"))
			blocks = append(blocks, block{Kind: "heading", Level: level, Text: strings.TrimSpace(line[level:])})
			i++
		case strings.HasPrefix(line, "|"):
			var b block
			b, i = parseTable(lines, i)
			blocks = append(blocks, b)
		case strings.HasPrefix(line, "<!--"): // a note for whoever writes the page
			i++
		case strings.HasPrefix(line, "- "):
			var b block
			b, i = parseList("list", bullet, lines, i)
			blocks = append(blocks, b)
		case numbered.MatchString(line):
			var b block
			b, i = parseList("numbered", numbered, lines, i)
			blocks = append(blocks, b)
		default:
			var b block
			b, i = parseParagraph(lines, i)
			if m := imageLine.FindStringSubmatch(b.Text); m != nil {
				b = block{Kind: "image", Text: m[1], Src: source(m[2])}
				if b.Src == "" {
					continue
				}
			}
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// parseTable reads the lines of a table, of which the second says how columns are set.
func parseTable(lines []string, i int) (block, int) {
	b := block{Kind: "table"}
	for ; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
		cells := strings.Split(strings.Trim(strings.TrimSpace(lines[i]), "|"), "|")
		rule := true
		for k := range cells {
			cells[k] = strings.TrimSpace(cells[k])
			rule = rule && cells[k] != "" && strings.Trim(cells[k], "-:") == ""
		}
		if rule {
			for _, c := range cells {
				b.Right = append(b.Right, strings.HasSuffix(c, ":") && !strings.HasPrefix(c, ":"))
			}
			continue
		}
		b.Rows = append(b.Rows, cells)
	}
	return b, i
}

// parseList reads points; lines that are set in belong to the point before them.
func parseList(kind string, begins *regexp.Regexp, lines []string, i int) (block, int) {
	b := block{Kind: kind}
	for ; i < len(lines); i++ {
		line := lines[i]
		switch at := begins.FindString(line); {
		case at != "":
			b.Items = append(b.Items, line[len(at):])
		case strings.HasPrefix(line, "  ") && strings.TrimSpace(line) != "":
			b.Items[len(b.Items)-1] += " " + strings.TrimSpace(line)
		default:
			return b, i
		}
	}
	return b, i
}

// parseParagraph reads lines up to an empty one, or one that begins something else.
func parseParagraph(lines []string, i int) (block, int) {
	var text []string
	for ; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		begins := strings.HasPrefix(line, "```") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "- ")
		if line == "" || begins && len(text) > 0 {
			break
		}
		text = append(text, line)
	}
	return block{Kind: "paragraph", Text: strings.Join(text, " ")}, i
}
