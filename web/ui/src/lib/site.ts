// Whether this is the page without a server. `make site` writes its files into the head of
// index.html; the program's own page has no such lines.

const content = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";

export const site = {
  /** The engine, compressed; "" where a program answers. */
  engine: content("blindsight-engine"),
  /** What starts a Go program: it belongs to the compiler that built the engine. */
  starter: content("blindsight-starter"),
  /** The folder of answers that are always the same. */
  answers: content("blindsight-answers"),
};

/** Whether the engine is part of the page. */
export const alone = site.engine !== "";

// Answers that are written down once and for all, when the site is built.
const fixed = /^\/api\/(options|games|studies(\/.*)?|docs(\/.*)?|kriegspiel\/rules\/[^/]+)$/;

/** Where a fixed answer is on a site, "" if it is none. */
export function written(path: string): string {
  if (!fixed.test(path)) return "";
  return new URL(site.answers + path.slice("/api/".length) + (path.endsWith(".svg") ? "" : ".json"), document.baseURI).href;
}

/** The address of a file of the API, for links and pictures. */
export function address(path: string): string {
  return (alone && written(path)) || path;
}
