package main

import "github.com/spf13/cobra"

func newMinesHuman() *cobra.Command { return &cobra.Command{Use: "human"} }
