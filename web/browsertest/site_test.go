package browsertest

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

var measure = flag.Bool("measure", false, "hold the site to its times, which needs idle cores")

// builtSite returns the folder of a site: that of -site, else one that is built.
var builtSite = sync.OnceValues(func() (string, error) {
	if *siteFolder != "" {
		return *siteFolder, nil
	}
	folder, err := os.MkdirTemp(filepath.Dir(program), "site")
	if err != nil {
		return "", err
	}
	said, err := exec.Command("go", "run", "blindsight/cmd/site", "-o", folder).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("building the site: %w\n%s", err, said)
	}
	return folder, err
})

// onSite has a test run on a site of its own, as a copy that it may change.
func onSite(t *testing.T) (h *host, copied string) {
	t.Helper()
	if shared == nil {
		t.Skip("chromium is not installed")
	}
	built, err := builtSite()
	if err != nil {
		t.Fatal(err)
	}
	copied = t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(built)); err != nil {
		t.Fatal(err)
	}
	h = newHost(copied)
	before := address
	address = h.address()
	t.Cleanup(func() {
		address = before
		h.Close()
	})
	return h, copied
}

// stored is a promise of all that is kept.
const stored = `caches.open('blindsight').then((c) => c.keys()).then((k) => k.map((r) => r.url))`

// settle waits for a promise.
func settle[T any](p *tab, promise string) T {
	p.t.Helper()
	see[any](p, `(() => { window.settled = undefined; Promise.resolve(`+promise+`).then((value) => (window.settled = { value }), (problem) => (window.settled = { problem: String(problem) })) })()`)
	p.wait(`window.settled`)
	if problem := see[string](p, `window.settled.problem ?? ''`); problem != "" {
		p.t.Fatal(problem)
	}
	return see[T](p, `window.settled.value`)
}

// kept waits until the site needs its host no more.
func (p *tab) kept(copied string) {
	p.t.Helper()
	files := 0
	err := filepath.WalkDir(copied, func(_ string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			files++
		}
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	files -= 2 // the worker itself, and the example of headers
	p.wait(`navigator.serviceWorker.controller`)
	for settle[int](p, stored+`.then((k) => k.length)`) < files {
		time.Sleep(50 * time.Millisecond)
	}
}

// playsAndSolves opens a cell and finds the plan of a mate.
func (p *tab) playsAndSolves() {
	p.t.Helper()
	p.visit("#/mines/play?board=9x9/10&rule=windows&seed=4")
	p.wait(`document.querySelectorAll('[data-cell]').length === 81`)
	p.click(cell(40))
	p.opened(40)
	p.visit("#/kriegspiel/problems/published/1")
	p.clickText("Find the plan")
	p.wait(`document.querySelectorAll('.node').length > 1`)
}

// After a first visit the host is not needed; and what is played is told to nobody.
func TestSiteWithoutItsHost(t *testing.T) {
	h, copied := onSite(t)
	p := open(t, "#/")
	p.kept(copied)
	before := len(h.log())
	p.playsAndSolves()
	if more := h.log()[before:]; len(more) > 0 {
		t.Errorf("after all was loaded the host is asked: %q", more)
	}
	for _, line := range h.log() {
		if path := strings.TrimPrefix(line, "GET "+siteAt+"/"); path == line || strings.ContainsAny(path, "?#") {
			t.Errorf("the host is asked: %s", line)
		}
	}
	h.CloseClientConnections()
	h.Close()
	p.reload()
	p.playsAndSolves()
	p.visit("#/studies/mines-table-1/results")
	p.wait(`document.querySelector('article img') && (document.querySelector('article img').scrollIntoView(), true)`) // a figure loads when it comes near
	p.wait(`document.querySelector('article img')?.complete && document.querySelector('article img').naturalWidth > 0`)
	p.visit("#/kriegspiel/problems/collected")
	p.wait(`document.querySelectorAll('main a[href*="/problems/collected/"]').length > 3`)
}

// A visit after an update has the new page and the new engine, and what was kept of the old
// ones is gone.
func TestSiteAfterAnUpdate(t *testing.T) {
	h, copied := onSite(t)
	p := open(t, "#/")
	p.kept(copied)
	rename := regexp.MustCompile(`engine-[0-9a-f]{12}`)
	old := ""
	for _, name := range []string{"index.html", "sw.js"} {
		text, err := os.ReadFile(filepath.Join(copied, name))
		if err != nil {
			t.Fatal(err)
		}
		old = rename.FindString(string(text))
		if err := os.WriteFile(filepath.Join(copied, name), rename.ReplaceAll(text, []byte("engine-ffffffffffff")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(copied, old+".wasm.gz"), filepath.Join(copied, "engine-ffffffffffff.wasm.gz")); err != nil {
		t.Fatal(err)
	}
	p.reload()
	if engine := see[string](p, `document.querySelector('meta[name=blindsight-engine]').content`); engine != "./engine-ffffffffffff.wasm.gz" {
		t.Errorf("the page wants the engine %s", engine)
	}
	p.playsAndSolves()
	if log := strings.Join(h.log(), "\n"); !strings.Contains(log, "/engine-ffffffffffff.wasm.gz") {
		t.Errorf("the new engine was not asked for:\n%s", log)
	}
	for !settle[bool](p, stored+fmt.Sprintf(`.then((k) => k.join().includes('ffffffffffff') && !k.join().includes(%q))`, old)) {
		time.Sleep(50 * time.Millisecond)
	}
}

// A board is there to be clicked before the engine is; the click counts.
func TestSiteClickBeforeTheEngine(t *testing.T) {
	h, _ := onSite(t)
	h.hold("engine-")
	p := open(t, "#/mines/play?board=9x9/10&rule=windows&seed=4")
	p.wait(`document.querySelectorAll('[data-cell]').length === 81`)
	p.click(cell(40))
	if see[bool](p, `!!document.querySelector('[data-testid=status]')?.dataset.status?.includes('playing')`) {
		t.Error("the game goes on without an engine")
	}
	h.letGo()
	p.opened(40)
}

// What needs a server is not shown.
func TestSiteShowsWhatItHas(t *testing.T) {
	onSite(t)
	p := open(t, "#/")
	if see[bool](p, `!!document.querySelector('a[href*="people"], a[href^="/api"]')`) {
		t.Error("there is a link to what is not there")
	}
	p.visit("#/kriegspiel/people")
	p.wait(`document.querySelector('h1')?.textContent === 'There is no such page'`)
	if policy := see[string](p, `document.querySelector('meta[http-equiv]').content`); !strings.Contains(policy, "'wasm-unsafe-eval'") || !strings.Contains(policy, "worker-src 'self'") {
		t.Errorf("the policy is %q", policy)
	}
	p.visit("#/kriegspiel/play")
	p.wait(`document.querySelector('form select option[value=foresight]')`)
	see[any](p, `(() => { const s = document.querySelector('form select'); s.value = 'foresight'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	p.wait(`document.querySelector('form').textContent.includes('without its tables')`)
	manifest := settle[string](p, `fetch('./manifest.webmanifest').then((r) => r.json()).then((m) => m.start_url + ' ' + m.display + ' ' + m.icons.length)`)
	if manifest != "./ standalone 3" {
		t.Errorf("the manifest says %q", manifest)
	}
}

// A search that is cancelled ends: the worker says so, and is free for the next.
func TestSiteSearchIsCancelled(t *testing.T) {
	onSite(t)
	p := open(t, "#/kriegspiel/mate?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20-%20-&rules=berkeley&moves=8")
	p.wait(`document.querySelector('[data-testid=size]')?.textContent.includes('One position')`)
	worst := 0.0
	for n := 1; n <= 3; n++ {
		p.clickText("Search")
		p.wait(`/Searching to depth \d/.test(document.querySelector('[data-testid=mate]').textContent)`)
		p.clickText("Cancel")
		p.wait(fmt.Sprintf(`performance.getEntriesByName('cancel').length >= %d`, n))
		worst = max(worst, see[float64](p, `Math.max(...performance.getEntriesByName('cancel').map((e) => e.duration))`))
	}
	t.Logf("the slowest of 3 cancelled searches ended after %.0f ms", worst)
	if *measure && worst > 100 {
		t.Errorf("more than 100 ms")
	}
}

// probe is a worker that is a site's own, and says with the end of each answer how long it had the question.
const probe = `import %q;
const begun = new Map(), post = self.postMessage.bind(self);
self.addEventListener('message', ({ data }) => data.kind === 'ask' && begun.set(data.id, performance.now()));
self.postMessage = (message, options) => post(message.kind === 'end' ? { ...message, engine: performance.now() - begun.get(message.id) } : message, options);
`

// starting is a script that starts the engine in a worker of its own, and leaves `ask(target, body)` behind: what the answer
// is, and after how many milliseconds, of which the engine had how many.
const starting = `(async () => {
	const meta = (name) => new URL(document.querySelector('meta[name=blindsight-' + name + ']').content, document.baseURI).href;
	const packed = await fetch(meta('engine'));
	const module = await WebAssembly.compileStreaming(new Response(packed.body.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': 'application/wasm' } }));
	const worker = new Worker(%q, { type: 'module' });
	const heard = new Map();
	await new Promise((resolve, reject) => {
		worker.onmessage = ({ data }) => data.kind === 'ready' ? resolve() : data.kind === 'broken' ? reject(data.error) : heard.get(data.id)(data);
		worker.postMessage({ module, starter: meta('starter'), answers: meta('answers') });
	});
	let last = 0;
	window.ask = (target, body) => new Promise((resolve) => {
		const id = ++last, begun = performance.now();
		let text = '', status = 0;
		heard.set(id, (m) => {
			status = m.status || status;
			if (m.body) text += new TextDecoder().decode(m.body);
			if (m.kind === 'end') resolve({ ms: performance.now() - begun, engine: m.engine, status, text });
		});
		worker.postMessage({ id, kind: 'ask', method: body ? 'POST' : 'GET', target, type: 'application/json', body: body ? JSON.stringify(body) : '' });
	});
})()`

// startEngine gives a tab an engine to ask directly.
func (p *tab) startEngine(copied string) {
	p.t.Helper()
	found, err := filepath.Glob(filepath.Join(copied, "assets", "worker-*.js"))
	if err != nil || len(found) != 1 {
		p.t.Fatalf("workers %v: %v", found, err)
	}
	if err := os.WriteFile(filepath.Join(copied, "assets", "probe.js"), fmt.Appendf(nil, probe, "./"+filepath.Base(found[0])), 0o644); err != nil {
		p.t.Fatal(err)
	}
	settle[any](p, fmt.Sprintf(starting, "./assets/probe.js"))
}

// expertStart and expertMiddle are positions of an expert board, one of them in the thick of it.
var (
	expertStart  = "16x30/99 windows\n" + strings.Repeat(strings.Repeat(".", 30)+"\n", 16)
	expertMiddle = "16x30/99 windows\n" +
		"01.11.........................\n" +
		"24.32.........................\n" +
		"...3.2........................\n" +
		"24.312........................\n" +
		"12.3..........................\n" +
		"..3...........................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n" +
		"..............................\n"
)
