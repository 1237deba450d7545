// Package minescreen is Minesweeper on a terminal: the table with its cursor and what it says ([Game]), its drawing with and without
// colours, and the screen that passes keys and clicks on. Hints and risks come from the coach, who sees no more
// than the person does.
package minescreen
