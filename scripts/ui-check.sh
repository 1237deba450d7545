#!/usr/bin/env bash
# Builds the page anew and compares it with the built files in the repository, byte by
# byte. (Types are checked by 'make ui', which builds those.) Says so, and succeeds, where
# npm cannot be used: the built files are committed so that nobody needs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../web/ui"

skip() {
	echo "NOT RUN: $1; the built files of the page are not compared with its source"
	exit 0
}

command -v npm >/dev/null 2>&1 || skip "there is no npm here"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
	skip "node $(node --version) is older than 20.19"

# npm writes this file last: where it is newer than the lock file, all is installed.
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
	if ! said=$(npm ci --no-progress 2>&1); then
		# A lock file that does not fit is our mistake; a network that is missing is not.
		if grep -q EUSAGE <<<"$said"; then
			echo "$said"
			exit 1
		fi
		skip "npm ci failed ($(grep -m1 'npm error code' <<<"$said" || echo 'no network?'))"
	fi
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
npm run --silent build -- --outDir "$fresh" --emptyOutDir --logLevel error
if ! diff -r dist "$fresh"; then
	echo "web/ui/dist is not what web/ui builds: run 'make ui' and commit the result"
	exit 1
fi
size=$(find dist -type f -exec gzip -9c {} \; | wc -c)
echo "the page is $((size / 1000)) kB gzipped"
if [ "$size" -gt 250000 ]; then
	echo "that is more than the 250 kB allowed"
	exit 1
fi
