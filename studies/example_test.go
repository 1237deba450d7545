package studies_test

import (
	"fmt"

	"blindsight/studies"
)

// A study is found by its name, and its plan says how many games its sizes play.
func ExampleFind() {
	study, err := studies.Find("mines-table-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(study.Doc)
	for _, size := range []studies.Size{studies.Quick, studies.Full} {
		plan, err := study.Plan(size, study.Seed)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(size, plan.Games(), "games")
	}
	// Output:
	// paper A, Table I: score against thinking time on 4x4/6 gnomine
	// quick 3240 games
	// full 16260 games
}
