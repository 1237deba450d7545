// Package minescreen is Minesweeper on a terminal: a game at a minetable with its cursor, its clock and what it says ([Game]), its drawing
// with and without colours, and the screen that passes keys and clicks on. Hints and risks come from the coach, who sees no more
// than the person does.
package minescreen
