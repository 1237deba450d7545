package browsertest

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// said returns what the referee of a problem says, once he has answered.
func (p *tab) said() string {
	return see[string](p, `document.querySelector('[data-testid=try]').textContent`)
}

// A visitor opens the first problem, makes a mistake, has it explained, solves the problem,
// and finds it marked; nothing of the solution was shown before it was asked for.
func TestProblemSolvedAndItsPlanChecked(t *testing.T) {
	p := open(t, "#/kriegspiel/problems")
	p.wait(`document.querySelector('a.card')`)
	if title := see[string](p, `document.querySelector('a.card strong').textContent`); title != "Problem 1, mate in 2" {
		t.Errorf("the first problem is called %q", title)
	}
	p.click(`a.card`)
	p.wait(`document.querySelector('[data-testid=try]')?.dataset.status === 'open'`)
	if said := p.said(); strings.Contains(said, "any more") || strings.Contains(said, "no guaranteed") {
		t.Errorf("before the first move: %q", said)
	}
	if see[bool](p, `document.querySelector('aside select').value !== 'english' || document.querySelector('[data-testid=first]') !== null || document.querySelector('.node') !== null`) {
		t.Error("the problem does not open under english, or shows its solution")
	}
	// Qc4 is a mistake: it turns red, and there is a reason.
	p.try("c5c4")
	p.wait(`document.querySelector('[data-testid=try].bad')?.dataset.wrong === 'c5c4'`)
	p.wait(`document.querySelector('` + square("c4") + `.wrong')`)
	p.clickText("Why?")
	p.wait(`document.querySelector('[data-testid=why]').textContent.includes('Black')`)
	p.wait(`document.querySelector('[aria-labelledby=why-title] svg')`)
	p.clickText("Try another")
	p.wait(`!document.querySelector('[data-testid=why]') && document.querySelector('` + square("c5") + `.movable')`)
	// Anderson 3: the queen goes to e7, and then mates in one of three ways.
	p.try("c5e7")
	for _, uci := range []string{"e7e2", "e7h4", "e7b4"} {
		if see[string](p, `document.querySelector('[data-testid=try]').dataset.status`) != "open" {
			break
		}
		p.try(uci)
	}
	p.wait(`document.querySelector('[data-testid=try]').dataset.status === 'mated'`)
	p.wait(`document.querySelector('[data-testid=solved]').textContent.includes('solved') && !document.querySelector('[data-testid=solved]').textContent.includes('help')`)
	// The proof, unfolded, downloaded and checked on both roads.
	p.clickText("Find the plan")
	p.wait(`document.querySelector('[data-testid=mate]').dataset.result === 'mate'`)
	p.wait(`document.querySelectorAll('.node').length > 1`)
	p.clickText("Check the plan")
	p.wait(`document.querySelector('[data-testid=verdict]').textContent.includes('accepts')`)
	p.clickText("Download the plan")
	plan := p.downloaded("plan.jsonl")
	p.clickText("Download the problem")
	p.downloaded("problem.jsonl")
	out, err := exec.Command(program, "kriegspiel", "check", "--json", filepath.Join(p.folder, "problem.jsonl"), filepath.Join(p.folder, "plan.jsonl")).CombinedOutput()
	if err != nil {
		t.Fatalf("kriegspiel check: %v\n%s\nthe plan:\n%s", err, out, plan)
	}
	var verdict struct{ OK bool }
	if err := json.Unmarshal(out, &verdict); err != nil || !verdict.OK {
		t.Errorf("kriegspiel check: %s", out)
	}
	// The list keeps the mark, and the next problem is one click away. Problem 3 is no mate
	// under berkeley, and says so.
	p.visit("#/kriegspiel/problems")
	p.wait(`document.querySelector('a.card.done .tag.good')`)
	p.visit("#/kriegspiel/problems/published/2")
	p.wait(`document.querySelector('nav[aria-label=Problems] a[href*="published/3"]')`)
	p.click(`nav[aria-label=Problems] a[href*="published/3"]`)
	p.wait(`document.querySelector('h1').textContent === 'Problem 3, mate in 2'`)
	p.wait(`document.querySelector('option[value=berkeley]')?.textContent === 'Berkeley (no mate)'`)
	p.visit("#/kriegspiel/problems/published/3?rules=berkeley")
	p.wait(`document.querySelector('[data-testid=try]')?.textContent.includes('Under the rules berkeley there is no guaranteed mate')`)
}

// In a problem with several possible positions the certain men stand on the board, and
// those that may be there are ghosts.
func TestProblemShowsGhosts(t *testing.T) {
	p := open(t, "#/kriegspiel/problems/collected/2")
	p.wait(`document.querySelector('[data-testid=try]')?.dataset.status === 'open'`)
	p.wait(`document.querySelectorAll('[role=grid] .ghost').length > 0`)
	if label := see[string](p, `document.querySelector('[role=grid] [data-square]:has(.ghost)').getAttribute('aria-label')`); !strings.Contains(label, "perhaps black") {
		t.Errorf("a ghost is called %q", label)
	}
	p.clickLabel("opponent's men")
	p.wait(`document.querySelectorAll('[role=grid] .ghost').length === 0`)
}

// clickLabel clicks the control with a label that begins with a text.
func (p *tab) clickLabel(text string) {
	p.t.Helper()
	see[any](p, `[...document.querySelectorAll('label')].find((l) => l.textContent.trim().startsWith(`+"`"+text+"`"+`)).click()`)
}
