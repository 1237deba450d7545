module example.org/foxhunt

go 1.26.0

require blindsight v0.0.0

replace blindsight => ../../..
