// Requests to the program, or to the engine where that is part of the page. Every failed answer becomes an ApiError that carries what the
// server said, so that pages show its words rather than a number.

import { ask as askEngine, searchers } from "./engine.svelte";
import { alone, written } from "./site";
import type { Cell } from "./types";

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly cells: Cell[] = [],
    readonly line = 0,
    readonly column = 0,
  ) {
    super(message);
  }
}

async function failure(response: Response): Promise<ApiError> {
  try {
    const body = await response.json();
    return new ApiError(
      body.error ?? `the server answered ${response.status}`,
      response.status,
      body.cells ?? [],
      body.line ?? 0,
      body.column ?? 0,
    );
  } catch {
    return new ApiError(`the server answered ${response.status}`, response.status);
  }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    const file = alone && !init.method && written(path);
    response = await (alone && !file ? askEngine(path, init) : fetch(file || path, init));
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    if (alone) throw new ApiError(message(problem), 0);
    throw new ApiError("The program does not answer. Is it still running?", 0);
  }
  if (!response.ok) throw await failure(response);
  return response;
}

function posting(body: unknown, signal?: AbortSignal): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  };
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await ask(path, { signal })).json();
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask(path, posting(body, signal))).json();
}

/**
 * Asks for a search that can be split, and returns the answers of its parts. Each has a worker of its own where the engine is part of
 * the page.
 */
export async function postParts<T>(path: string, body: object, signal: AbortSignal): Promise<T[]> {
  const parts = alone ? searchers : 1;
  const all = new AbortController();
  const end = () => all.abort();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.all(Array.from({ length: parts }, (_, part) => post<T>(path, { ...body, part, parts }, all.signal)));
  } finally {
    signal.removeEventListener("abort", end);
    end(); // if one has failed, nobody waits for the others
  }
}

/** A file of the API. */
export async function fetchFile(path: string): Promise<ArrayBuffer> {
  return (await ask(path, {})).arrayBuffer();
}

/** An event of a stream: its name and its data. */
export type StreamEvent = { name: string; data: any };

/**
 * Reads a stream of server-sent events until it ends. A body makes it a POST. The event
 * "failed" becomes an ApiError; aborting ends the work on the server, too.
 */
export async function* stream(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const init = body === undefined ? { signal } : posting(body, signal);
  const response = await ask(path, init);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      buffered += value;
      let end: number;
      while ((end = buffered.indexOf("\n\n")) >= 0) {
        const event = parseEvent(buffered.slice(0, end));
        buffered = buffered.slice(end + 2);
        if (!event) continue;
        if (event.name === "failed") throw new ApiError(event.data.error, 500);
        yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parseEvent(block: string): StreamEvent | null {
  let name = "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  return data ? { name, data: JSON.parse(data) } : null;
}

/** Whether a request ended because the page asked for that. */
export function aborted(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === "AbortError";
}

export function message(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
