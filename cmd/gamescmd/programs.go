package gamescmd

// aboutPrograms says what a player of a command may be beside those of the table.
const aboutPrograms = `A player can be a program in any language: exec:COMMAND, or
exec,grace=1s,start=9s,stderr=true:COMMAND (docs/engine.md). It is started by this
command and ended with it. An answer that is late, garbled or illegal forfeits the game.`
