// The engine of the page without a server. It answers what a program would: `ask` is `fetch`,
// by messages to workers.
//
// Games are kept by one worker, the home. What needs nothing but the request goes to another
// one that is idle, so that a search keeps nobody waiting; there is always one more of those
// than were needed so far, up to the machine's cores. A search that can be split is asked for in as many parts as
// there may be of them. Who leaves is believed at once; the worker hears of it between two steps of its search.

import { site } from "./site";

const heap = { loaded: 0, size: 0 };
let progress = $state.raw(heap);
let failed = $state("");
let isReady = $state(false);

export const engine = {
  /** How much of it is here, in bytes. */
  get progress() {
    return progress;
  },
  /** Why it cannot be used. */
  get failed() {
    return failed;
  },
  /** Whether it answers. */
  get ready() {
    return isReady;
  },
};

type Told = { id: number; kind: string; status: number; header: Record<string, string>; body?: Uint8Array<ArrayBuffer>; error?: string };
type Heard = (message: Told) => void;

/** Searches need no game: any worker will do. */
const searches = /^\/api\/(mines\/(analyze|advise|decide)|kriegspiel\/(mate|first|why|try|check|advise|replay)\b)/;

/** A worker that does not come back from a search is given up after so many milliseconds. */
const patience = 90;

class Helper {
  readonly asked = new Map<number, Heard>();
  readonly #worker: Worker;
  readonly ready: Promise<void>;

  constructor(module: WebAssembly.Module) {
    performance.mark("worker"); // for who measures
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onerror = (event) => reject(new Error(event.message || "the engine does not start"));
      this.#worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.kind === "ready") return resolve();
        if (data.kind === "broken") return reject(new Error(data.error));
        this.asked.get(data.id)?.(data);
        if (data.kind === "end") this.asked.delete(data.id);
      };
    });
    const whole = (path: string) => new URL(path, document.baseURI).href;
    this.#worker.postMessage({ module, starter: whole(site.starter), answers: whole(site.answers) });
  }

  send(message: unknown) {
    this.#worker.postMessage(message);
  }

  end() {
    this.#worker.terminate();
  }
}

let home: Promise<Helper> | undefined;
const idle: Helper[] = [];
const busy: Helper[] = [];
let compiled: Promise<WebAssembly.Module> | undefined;
let started: WebAssembly.Module | undefined;

/** How many searches run at a time: one a core, up to four. */
export const searchers = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));

/** Loads the engine; asking does, too. */
export function wake(): Promise<Helper> {
  home ??= (async () => {
    try {
      compiled ??= load();
      const module = (started = await compiled);
      const helper = new Helper(module);
      idle.push(new Helper(module));
      await helper.ready;
      isReady = true;
      return helper;
    } catch (problem) {
      failed = problem instanceof Error ? problem.message : String(problem);
      home = compiled = undefined;
      throw problem;
    }
  })();
  return home;
}

// The bytes come from the cache of an earlier visit, if there was one, else from the host. The name changes
// with the content, so that what is kept never is an old engine.
async function load(): Promise<WebAssembly.Module> {
  const url = new URL(site.engine, document.baseURI).href;
  const kept = await open();
  let response = await kept?.match(url);
  if (!response) {
    response = await fetch(url);
    if (!response.ok) throw new Error(`The engine cannot be loaded: the host answers ${response.status}.`);
    void kept?.put(url, response.clone()).catch(() => {}); // a full store only means a slower next visit
  }
  const size = Number(response.headers.get("Content-Length")) || 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      progress = { loaded: progress.loaded + chunk.length, size };
      controller.enqueue(chunk);
    },
  });
  let bytes: ReadableStream<Uint8Array<ArrayBuffer>> = response.body!.pipeThrough(counter);
  if (!response.headers.get("Content-Encoding")) bytes = bytes.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
}

// Where there is no store (a private window, a page without encryption) nothing is kept.
async function open(): Promise<Cache | undefined> {
  try {
    return await caches.open("blindsight");
  } catch {
    return undefined;
  }
}

async function choose(path: string): Promise<Helper> {
  const keeper = await wake();
  if (!searches.test(path)) return keeper;
  let helper = idle.pop();
  if (!helper && busy.length < searchers) {
    busy.push((helper = new Helper(started!)));
  }
  helper ??= busy.reduce((a, b) => (b.asked.size < a.asked.size ? b : a));
  if (!busy.includes(helper)) busy.push(helper);
  await helper.ready;
  return helper;
}

function release(helper: Helper) {
  const at = busy.indexOf(helper);
  if (at < 0 || helper.asked.size > 0) return;
  busy.splice(at, 1);
  idle.push(helper);
}

let last = 0;

/** Answers a request as `fetch` does. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  const helper = await choose(path);
  const signal = init.signal ?? undefined;
  const id = ++last;
  return new Promise<Response>((resolve, reject) => {
    let parts: ReadableStreamDefaultController<Uint8Array> | undefined;
    const leave = () => {
      if (!helper.asked.has(id)) return;
      const since = performance.now();
      helper.send({ id, kind: "leave" });
      const gone = new DOMException("The request was ended.", "AbortError");
      reject(gone);
      parts?.error(gone);
      parts = undefined;
      helper.asked.set(id, (message) => {
        if (message.kind !== "end") return;
        helper.asked.delete(id);
        performance.measure("cancel", { start: since });
        release(helper);
      });
      setTimeout(() => giveUp(helper, id), patience);
    };
    const hear: Heard = (message) => {
      if (message.kind === "answer") resolve(new Response(message.body, { status: message.status, headers: message.header }));
      else if (message.kind === "begin") {
        const body = new ReadableStream<Uint8Array>({ start: (controller) => void (parts = controller), cancel: leave });
        resolve(new Response(body, { status: message.status, headers: message.header }));
      } else if (message.kind === "part") parts?.enqueue(message.body!);
      else if (message.kind === "end") {
        parts?.close();
        parts = undefined;
        helper.asked.delete(id);
        signal?.removeEventListener("abort", leave);
        release(helper);
      }
    };
    helper.asked.set(id, hear);
    helper.send({ id, kind: "ask", method: init.method ?? "GET", target: path, type: init.body ? "application/json" : "", body: init.body ?? "" });
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave, { once: true });
  });
}

// A search that still computes after who asked has left is ended with its worker, unless
// others have asked that worker, too. The home is never ended: it keeps the games.
function giveUp(helper: Helper, id: number) {
  const at = busy.indexOf(helper);
  if (at < 0 || helper.asked.size > 1 || !helper.asked.has(id)) return;
  helper.asked.get(id)!({ id, kind: "end", status: 0, header: {} });
  const rest = idle.indexOf(helper);
  if (rest >= 0) idle.splice(rest, 1);
  helper.end();
  if (idle.length === 0) void compiled?.then((module) => idle.push(new Helper(module)));
}
