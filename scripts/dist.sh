#!/bin/sh
# Builds what people download: static programs without local paths, for Linux, macOS and
# Windows on amd64 and arm64, with man pages, shell completions and checksums.
#
# usage: scripts/dist.sh
#
#   VERSION  version of the program (default: what git describes)
#   TARGETS  systems as OS/ARCH, separated by blanks (default: all six)
#   OUT      folder to write to (default dist); it is emptied first
#   GO       the go command (default go)
set -eu
cd "$(dirname "$0")/.."

go=${GO:-go}
out=${OUT:-dist}
version=${VERSION:-$(git describe --tags --always --dirty 2>/dev/null || echo devel)}
targets=${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}

rm -rf "$out"
mkdir -p "$out"
for target in $targets; do
	os=${target%/*}
	arch=${target#*/}
	name=blindsight-$version-$os-$arch
	[ "$os" = windows ] && name=$name.exe
	echo "== $name"
	# A product and a sum are not fused into one step, which would round once instead of twice: a seed gives one game everywhere.
	CGO_ENABLED=0 GOOS=$os GOARCH=$arch $go build -trimpath -gcflags="$($go list -m)/...=-d=fmahash=n" -ldflags "-s -w -X main.version=$version" -o "$out/$name" ./cmd/blindsight
done

echo "== man pages and completions"
$go run ./cmd/blindsight man "$out/man"
mkdir -p "$out/completions"
for shell in bash zsh fish powershell; do
	$go run ./cmd/blindsight completion "$shell" >"$out/completions/blindsight.$shell"
done

(cd "$out" && sha256sum blindsight-* >SHA256SUMS)
echo "== $out"
(cd "$out" && ls -l blindsight-* && cat SHA256SUMS)
