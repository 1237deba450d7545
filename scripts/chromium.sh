#!/usr/bin/env bash
# Makes sure that the browser tests have a browser: installs Debian's chromium where there
# is none and this user may. Says so, and succeeds, where that is not possible: the tests
# then skip. The chromium without windows does what the tests need with half the work, so it
# comes first.
set -euo pipefail

for name in chromium-headless-shell chromium chromium-browser google-chrome chrome; do
	if path=$(command -v "$name"); then
		echo "browser: $path"
		exit 0
	fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing chromium"
	apt-get update >/dev/null 2>&1 || true
	for package in chromium-headless-shell chromium; do
		if DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$package" >/dev/null 2>&1; then
			exit 0
		fi
	done
fi
echo "*** NOT RUN: the browser tests need chromium in PATH (Debian: apt-get install chromium) ***"
