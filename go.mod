module blindsight

go 1.26
