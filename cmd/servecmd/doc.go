// Package servecmd is the command that serves the web page, and the flags that say who may reach it.
package servecmd
