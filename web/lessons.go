package web

import "blindsight/game/kriegspiel"

// lesson is a part of the page of a rule set: what the referee says on one occasion, and
// short examples. What is heard in an example is not written down here: the referee of the
// program plays it, so that no page can say what he would not.
type lesson struct {
	key      string
	title    string
	text     string
	examples []scene
}

// scene is a position, which the page shows as it truly is, and what is tried in it.
type scene struct {
	caption string
	fen     string
	tries   []string
}

// lessonsOf returns the lessons of a rule set, in the order in which a beginner needs them.
func lessonsOf(r *kriegspiel.Rules) []lesson {
	list := []lesson{refusalLesson(r), captureLesson(r), checkLesson(), pawnLesson(r), passantLesson(), promotionLesson(r), nonsenseLesson(r)}
	return append(list, endLesson(r))
}

func refusalLesson(r *kriegspiel.Rules) lesson {
	text := "A move that is not legal on the true board is refused. It costs nothing: you try another one. "
	if r.RefusalsHeard {
		text += "Your opponent hears that a try was refused, but not which."
	} else {
		text += "Only you hear it: your opponent does not learn that you tried."
	}
	return lesson{"refusal", "A try that is refused", text, []scene{
		{"The rook cannot pass the pawn that White does not see. White takes what is in the way instead.", "4k3/8/p7/8/8/8/7P/R3K3 w - -", []string{"a1a8", "a1a6"}},
	}}
}

func captureLesson(r *kriegspiel.Rules) lesson {
	rook := scene{"A knight is taken.", "4k3/8/n7/8/8/8/7P/R3K3 w - -", []string{"a1a6"}}
	if r.KindTold {
		return lesson{
			"capture", "Captures", "Both hear on which square a man was taken, and whether it was a pawn or a piece. Which piece, and what took it, is not said.",
			[]scene{{"A pawn is taken.", "4k3/8/p7/8/8/8/7P/R3K3 w - -", []string{"a1a6"}}, rook},
		}
	}
	return lesson{"capture", "Captures", "Both hear on which square a man was taken. What was taken, and by what, is not said.", []scene{rook}}
}

func checkLesson() lesson {
	text := "Check is announced with its direction, as the king sees it. Of the two diagonals through the king the one with more squares is the long one. A double check has two directions."
	const rook, bishop, knight = "8/8/8/4k3/8/8/7P/R6K w - -", "8/8/8/4k3/8/8/7P/4B2K w - -", "8/8/8/4k3/8/8/7P/4N2K w - -"
	return lesson{"check", "Check", text, []scene{
		{"On the file.", rook, []string{"a1e1"}},
		{"On the rank.", rook, []string{"a1a5"}},
		{"On the long diagonal, a1 to h8.", bishop, []string{"e1c3"}},
		{"On the short diagonal, b8 to h2.", bishop, []string{"e1g3"}},
		{"By a knight.", knight, []string{"e1f3"}},
	}}
}

func pawnLesson(r *kriegspiel.Rules) lesson {
	const told, two = "4k3/5n2/8/2p5/3P4/8/8/4K3 b - -", "4k3/8/8/2p1n3/3P4/8/8/4K3 w - -"
	l := lesson{key: "pawns", title: "Pawn captures"}
	switch r.Tries {
	case kriegspiel.TriesCounted:
		l.text = "After each move the side to move hears how many legal captures its pawns have. So does the opponent."
		l.examples = []scene{{"The knight comes within reach of the pawn on d4, which can now take on two squares.", told, []string{"f7e5", "d4e5"}}}
	case kriegspiel.TriesYesNo:
		l.text = "After each move it is said whether a pawn of the side to move can capture, not how many and where."
		l.examples = []scene{{"The knight comes within reach of the pawn on d4.", told, []string{"f7e5", "d4e5"}}}
	case kriegspiel.TriesSquares:
		l.text = "After each move the squares are named on which a pawn of the side to move can capture."
		l.examples = []scene{{"The knight comes within reach of the pawn on d4, which can now take on two squares.", told, []string{"f7e5", "d4e5"}}}
	case kriegspiel.TriesUntold:
		l.text = "Nothing is said about them. Move a pawn diagonally and see: if there is nothing to take, the try is refused."
		l.examples = []scene{{"White tries the pawn to one side, then to the other.", "4k3/8/8/4n3/3P4/8/8/4K3 w - -", []string{"d4c5", "d4e5"}}}
	case kriegspiel.TriesOnRequest:
		if r.AnswerBinds {
			return boundLesson(l)
		}
		l.text = "Before you move you may ask “Any?”: can a pawn of mine capture? Both hear the question and the answer. After “yes” you must try one pawn capture; if it is refused you are free again."
		l.examples = []scene{
			{"White asks, and takes.", two, []string{"any?", "d4e5"}},
			{"White asks, tries the wrong side, and may then move as he likes.", "4k3/8/8/2p5/3P4/8/8/4K3 w - -", []string{"any?", "d4e5", "e1e2"}},
			{"There is nothing to take.", "4k3/8/8/8/3P4/8/8/4K3 w - -", []string{"any?", "d4d5"}},
		}
	}
	return l
}

// boundLesson tells of pawn captures where the answer to "Any?" binds.
func boundLesson(l lesson) lesson {
	l.text = "Before you move you may ask “Any?”: can a pawn of mine capture? Both hear the question and the answer. After “yes” only pawn captures are taken until one is legal; after “no” a pawn capture is nonsense."
	l.examples = []scene{
		{"White asks, tries the wrong side, and must try the other one.", "4k3/8/8/2p5/3P4/8/8/4K3 w - -", []string{"any?", "d4e5", "e1e2", "d4c5"}},
		{"There is nothing to take, and it makes no sense to try.", "4k3/8/8/8/3P4/8/8/4K3 w - -", []string{"any?", "d4e5", "d4d5"}},
	}
	return l
}

func passantLesson() lesson {
	return lesson{"passant", "En passant", "The square that is named is the one on which the captured pawn stood.", []scene{
		{"Black's pawn passes the one on e5, which takes it.", "4k3/3p4/8/4P3/8/8/8/4K3 b - -", []string{"d7d5", "e5d6"}},
	}}
}

func promotionLesson(r *kriegspiel.Rules) lesson {
	text := "Nothing is said about a promotion."
	if r.PromotionTold {
		text = "A promotion is announced, but not to what and where."
	}
	return lesson{"promotion", "Promotion", text, []scene{{"White has a new queen.", "8/P3k3/8/8/8/8/8/4K3 w - -", []string{"a7a8q"}}}}
}

func nonsenseLesson(r *kriegspiel.Rules) lesson {
	text := "A move that your own men make impossible, or one that was refused in this turn already, is “nonsense”. It has no effect."
	if !r.Nonsense {
		text = "A move that your own men make impossible, or one that was refused in this turn already, is refused as “illegal”. It has no effect."
	}
	examples := []scene{{"The king cannot go where an own pawn stands.", "4k3/8/8/8/8/8/4P3/R3K3 w - -", []string{"e1e2"}}}
	if r.NonsenseHeard {
		text = "A move that your own men make impossible, or one that was refused in this turn already, is “nonsense”, and so is a pawn capture that contradicts what was just said of pawn captures. It has no effect, but your opponent hears the word too."
		examples = append(examples, scene{"White has heard that there is nothing to take.", "4k3/8/8/8/3P4/8/8/4K3 b - -", []string{"e8e7", "d4e5"}})
	}
	return lesson{"nonsense", "Nonsense", text, examples}
}

func endLesson(r *kriegspiel.Rules) lesson {
	text := "Checkmate and stalemate are announced, and end the game."
	if r.Draws {
		text += " So does the third repetition of a position, and fifty moves of each side without a capture or a pawn's move: both are draws."
	} else {
		text += " Repetition and the rule of fifty moves do not count."
	}
	text += " When too little is left to mate with, a draw is announced: bare kings, a bishop or a knight against a bare king, bishops that all stand on squares of one colour"
	if r.MinorEachDraws {
		text += ", and a bishop or a knight on each side"
	}
	text += "."
	return lesson{"end", "The end", text, []scene{
		{"Checkmate.", "6k1/5ppp/8/8/8/8/8/R5K1 w - -", []string{"a1a8"}},
		{"Stalemate: Black has no move, and the game is a draw.", "7k/8/8/6K1/8/8/5Q2/8 w - -", []string{"f2f7"}},
		{"The last pawn is taken. Nobody can mate any more: a draw.", "8/8/8/4k3/8/4Kp2/8/8 w - -", []string{"e3f3"}},
	}}
}
