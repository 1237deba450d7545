package browsertest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for something to appear: long, since the machine
// may be busy, and reached only by tests that fail.
const patience = 2 * time.Minute

// A tab is a tab of the browser, with a storage of its own unless it shares one.
type tab struct {
	t      *testing.T
	ctx    context.Context
	folder string // of downloads

	mu       sync.Mutex
	problems []string
}

// open opens a place of the page ("#/mines/play") in a browser context of its own, as a
// fresh visitor. Before anything is shown, prepare may emulate what it likes.
func open(t *testing.T, place string, prepare ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	if shared == nil {
		t.Skip("chromium is not installed")
	}
	return openIn(t, chromedp.WithNewBrowserContext(), place, prepare...)
}

func openIn(t *testing.T, in chromedp.ContextOption, place string, prepare ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(shared, in)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx, folder: t.TempDir()}
	// The first call of a context must not have a time limit: that would close the tab.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	p.watch()
	p.do(chromedp.EmulateViewport(1440, 900))
	allow := browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: p.folder}
	if id := chromedp.FromContext(ctx).BrowserContextID; id != "" {
		allow.BrowserContextID = id
	}
	if _, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, allow); err != nil {
		t.Fatal(err)
	}
	p.do(prepare...)
	p.visit(place)
	t.Cleanup(p.checkQuiet)
	return p
}

// openBeside opens a place in another tab of the same visitor.
func openBeside(t *testing.T, p *tab, place string) *tab {
	t.Helper()
	return openIn(t, chromedp.WithExistingBrowserContext(chromedp.FromContext(p.ctx).BrowserContextID), place)
}

// watch collects what must not happen.
func (p *tab) watch() {
	console := chromedp.Console(p.ctx)
	failed := chromedp.Events(p.ctx, network.LoadingFailed)
	answered := chromedp.Events(p.ctx, network.ResponseReceived)
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			p.complain("on the console: " + m.String())
		}
	}()
	go func() {
		for e, err := range failed {
			if err != nil {
				return
			}
			if !e.Canceled { // the page itself ends searches that nobody needs any more
				p.complain("a request failed: " + e.ErrorText)
			}
		}
	}()
	go func() {
		for e, err := range answered {
			if err != nil {
				return
			}
			url := e.Response.URL
			if e.Response.Status >= 400 {
				p.complain(fmt.Sprintf("%s was answered with %d", url, e.Response.Status))
			}
			if !strings.HasPrefix(url, address) && !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "data:") && url != "about:blank" {
				p.complain("a request to another place: " + url)
			}
		}
	}()
}

func (p *tab) complain(problem string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, problem)
}

// expect takes note that a problem is part of the test, and fails if there was none.
func (p *tab) expect(part string) {
	p.t.Helper()
	if status, err := strconv.Atoi(part); err == nil && status >= 400 && *siteFolder != "" {
		return // the answer of an engine is no request
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	all := len(p.problems)
	p.problems = slices.DeleteFunc(p.problems, func(s string) bool { return strings.Contains(s, part) })
	if len(p.problems) == all {
		p.t.Errorf("no problem with %q", part)
	}
}

func (p *tab) checkQuiet() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		p.t.Error(problem)
	}
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%v\nthe page says:\n%s", err, p.shown())
	}
}

// shown returns the text of the page, for messages of failed tests.
func (p *tab) shown() string {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.href + '\\n' + document.body.innerText"))
	if err != nil {
		return err.Error()
	}
	return text
}

func (p *tab) visit(place string) {
	p.t.Helper()
	p.do(chromedp.Navigate(address+"/"+place), chromedp.WaitVisible(chromedp.CSS("main")))
}

// reload loads the page again, and waits until the new one is there.
func (p *tab) reload() {
	p.t.Helper()
	p.do(chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("main")))
}

// see evaluates an expression of JavaScript.
func see[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until an expression of JavaScript is true. As long as it fails, since an element is not there yet, it is not.
func (p *tab) wait(expression string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		wrong := see[string](p, "(() => { try { return ("+expression+") ? '' : 'it is false' } catch (e) { return String(e) } })()")
		if wrong == "" {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("waited in vain for %s: %s\nthe page says:\n%s", expression, wrong, p.shown())
		}
	}
}

func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// middle returns where on the screen the middle of an element is.
func (p *tab) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.do(chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.ScrollIntoView(chromedp.CSS(selector)))
	at := see[[]float64](p, fmt.Sprintf("(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()", selector))
	return at[0], at[1]
}

func (p *tab) rightClick(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.do(chromedp.MouseClickXY(x, y, chromedp.ButtonRight))
}

// drag moves the mouse with its button down from one element to another.
func (p *tab) drag(from, to string) {
	p.t.Helper()
	x1, y1 := p.middle(from)
	x2, y2 := p.middle(to)
	p.do(chromedp.DragAndDropXY(x1, y1, x2, y2))
}

func (p *tab) keys(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// touch puts a finger on an element and takes it away once something is true, at once if
// that is empty.
func (p *tab) touch(selector, until string) {
	p.t.Helper()
	x, y := p.middle(selector)
	start := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}
	end := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}}
	if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, start); err != nil {
		p.t.Fatal(err)
	}
	if until != "" {
		p.wait(until)
	}
	if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, end); err != nil {
		p.t.Fatal(err)
	}
}

// preferring says that the system prefers a theme.
func preferring(theme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
		})
		return err
	})
}

// phone is a small screen with fingers on it.
func phone() chromedp.Action[chromedp.Void] {
	return chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch)
}

// intercept is a script that takes a function of the address of a request, whether the page asks a server or its own
// engine: it returns a promise of an answer, of nothing where the request shall go on then, or nothing at all.
const intercept = `((decide) => {
	const ask = window.fetch;
	window.fetch = async (path, init) => (await decide(String(path))) ?? ask(path, init);
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (message, ...more) {
		const held = message?.kind === 'ask' ? decide(message.target) : undefined;
		if (!held) return post.call(this, message, ...more);
		held.then(async (response) => {
			if (!response) return post.call(this, message, ...more);
			const tell = (kind, body) => this.onmessage({ data: { id: message.id, kind, status: 200, header: {}, body } });
			tell('begin');
			tell('part', new Uint8Array(await response.arrayBuffer()));
			tell('end');
		});
	};
})`
