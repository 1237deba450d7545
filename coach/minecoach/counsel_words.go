package minecoach

import (
	"fmt"
	"slices"
	"strings"

	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
)

// words says why, with no more certainty than there is.
func (n *Coach) words(v *minesweeper.View, c *Counsel) {
	c.Reasons = nil
	switch {
	case !v.Started() && c.NoGuess:
		c.say("The board is chosen for the first cell, so that no guess is needed after it: any will do; %s begins with %s.", c.Player, c.name(v))
	case !v.Started() && c.Mine > 0:
		c.say("Nothing protects the first cell: wherever it is, it holds a mine in %s of all boards; %s begins with %s.", percent.Of(c.Mine), c.Player, c.name(v))
	case !v.Started():
		c.say("The rules protect any first cell; %s begins with %s.", c.Player, c.name(v))
	case c.Mine == 0:
		c.say("%s", c.proved(v))
	case c.Analysis.certainlySafe() > 0:
		c.say("%s opens %s at a risk of %s, though %s certainly safe.", c.Player, c.name(v), percent.Of(c.Mine), safeCells(c.Analysis.certainlySafe()))
		if len(c.Proofs) > 0 && !c.Proofs[0].Mine {
			c.say("%s.", c.Proofs[0].Words(v))
		}
	default:
		n.guess(v, c)
	}
	switch {
	case c.Known:
		c.say("%s", c.winWords(v))
	case c.forecast != nil:
		c.say("The chance to win is told from %d plays on; this is after %s.", LeastPlays, plays(c.Plays))
	}
}

func (c *Counsel) say(format string, args ...any) {
	c.Reasons = append(c.Reasons, fmt.Sprintf(format, args...))
}

// Text returns the reasons in one paragraph.
func (c *Counsel) Text() string { return strings.Join(c.Reasons, " ") }

func (c *Counsel) name(v *minesweeper.View) string {
	return cellNames(v.Game(), []minesweeper.Cell{c.Cell}, 1)
}

func safeCells(n int) string {
	if n == 1 {
		return "1 cell is"
	}
	return fmt.Sprintf("%d cells are", n)
}

// proved says why the advised cell is safe.
func (c *Counsel) proved(v *minesweeper.View) string {
	text, more := fmt.Sprintf("%s is safe: no placement of the mines that agrees with the numbers has one there.", c.name(v)), 1
	for i := range c.Proofs {
		if p := &c.Proofs[i]; !p.Mine && slices.Contains(p.Cells, c.Cell) {
			text, more = p.Words(v)+".", len(p.Cells)
			break
		}
	}
	if safe := c.Analysis.certainlySafe(); safe > more {
		text += fmt.Sprintf(" %s certainly safe.", safeCells(safe))
	}
	return text
}

// guess says why the advised cell is a good guess, and what it is beside the cell of
// least risk.
func (n *Coach) guess(v *minesweeper.View, c *Counsel) {
	least := c.Analysis.leastRisk()
	if c.Mine <= least.Mine*(1+sameRisk) {
		c.say("Nothing is certainly safe: %s is a guess, at the least risk, %s.", c.name(v), percent.Of(c.Mine))
		if next := n.Analyst.leadsOn(v, c.Cell); next > 0 {
			c.say("Once it is safe, the game is won or a certainly safe cell comes next in %s of the cases.", percent.Of(next))
		}
		return
	}
	other := cellNames(v.Game(), []minesweeper.Cell{least.Cell}, 1)
	c.say("Nothing is certainly safe: %s is a guess at %s, though the least risk is %s, on %s.", c.name(v), percent.Of(c.Mine), percent.Of(least.Mine), other)
	if here, there := n.Analyst.leadsOn(v, c.Cell), n.Analyst.leadsOn(v, least.Cell); here > there+0.005 {
		c.say("Once it is safe, the game is won or a certainly safe cell comes next in %s of the cases, after %s in %s.", percent.Of(here), other, percent.Of(there))
	}
	if text := c.against(least, other); text != "" {
		c.say("%s", text)
	}
}

// against compares the chances to win of the advised cell and another.
func (c *Counsel) against(least *CellAnalysis, other string) string {
	if c.Exact && least.Win != nil {
		win, _ := least.Win.Float64()
		return fmt.Sprintf("It wins %s, %s wins %s.", percent.Of(c.Win), other, percent.Of(win))
	}
	if c.forecast == nil {
		return ""
	}
	here, there := c.forecast.find(c.Cell), c.forecast.find(least.Cell)
	if here == nil || there == nil || min(here.Plays, there.Plays) < LeastPlays {
		return "" // they were not compared
	}
	difference, low, high, err := c.forecast.Better(c.Cell, least.Cell)
	switch {
	case err != nil:
		return ""
	case low > 0:
		return fmt.Sprintf("Strong, playing on, wins more often after it than after %s, by about %s.", other, points(difference))
	case high < 0:
		return fmt.Sprintf("Strong, playing on, won more often after %s, by about %s: its judgement and these plays differ.", other, points(-difference))
	default:
		return fmt.Sprintf("Which of the two wins more often is too close to be told by %d plays.", min(here.Plays, there.Plays))
	}
}

func points(x float64) string { return fmt.Sprintf("%.1f points", 100*x) }

// winWords says how likely the advised cell wins, whose chance that is and how it is known.
func (c *Counsel) winWords(v *minesweeper.View) string {
	switch {
	case c.NoGuess:
		return "Chance to win: 100%: this board needs no guess, so opening what is certain wins."
	case c.Exact && c.Analysis.Win != nil:
		win := c.Analysis.cell(c.Cell).Win
		fraction := ""
		if !win.IsInt() { // 0% and 100% say it all
			fraction = " (" + win.RatString() + ")"
		}
		text := fmt.Sprintf("Chance to win: %s%s, of the best play after it, exact.", percent.Of(c.Win), fraction)
		if win.Cmp(c.Analysis.Win) < 0 {
			most, _ := c.Analysis.Win.Float64()
			text += fmt.Sprintf(" The best is %s, with %s.", cellNames(v.Game(), c.Analysis.Best, 3), percent.Of(most))
		}
		return text
	case c.Exact:
		return fmt.Sprintf("Chance to win: %s, of the best play, exact.", percent.Of(c.Win))
	case c.Measured && c.Mine > 0:
		return fmt.Sprintf("Chance to win: %s (%s to %s), with the risk of the first cell: where it was safe, strong won of %d games that it began there the most of all first cells measured.",
			percent.Of(c.Win), percent.Of(c.Low), percent.Of(c.High), c.Plays)
	case c.Measured:
		return fmt.Sprintf("Chance to win: %s (%s to %s): strong won that share of %d games that it began there, the most of all first cells measured.",
			percent.Of(c.Win), percent.Of(c.Low), percent.Of(c.High), c.Plays)
	default:
		return fmt.Sprintf("Chance to win: about %s (%s to %s), an estimate: strong playing on after it, in %s.", percent.Of(c.Win), percent.Of(c.Low), percent.Of(c.High), plays(c.Plays))
	}
}

func plays(n int) string {
	if n == 1 {
		return "1 play"
	}
	return fmt.Sprintf("%d plays", n)
}
