// Package gamescmd is the commands that serve every game of the registry alike: games, play, match, human, engine,
// solve and exploit. They read flags, call the game by its description, and print.
package gamescmd
