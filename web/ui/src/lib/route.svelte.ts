// Where in the page we are: the part of the address after #, a path and parameters.
// An address is all that is needed to show the same thing elsewhere.

export type Route = { path: string; query: URLSearchParams };

function read(): Route {
  const hash = location.hash.replace(/^#/, "") || "/";
  const cut = hash.indexOf("?");
  return {
    path: cut < 0 ? hash : hash.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? "" : hash.slice(cut + 1)),
  };
}

let current = $state.raw(read());

window.addEventListener("hashchange", () => {
  current = read();
});

export const route = {
  get path() {
    return current.path;
  },
  get query() {
    return current.query;
  },
};

/** The address of a path with parameters; empty values are left out. */
export function href(path: string, query: Record<string, string | undefined> = {}): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    // A slash needs no escape after #, and boards read better with it.
    if (value) parts.push(`${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`);
  }
  return `#${path}${parts.length ? "?" + parts.join("&") : ""}`;
}

/** Says where we are without a new entry in the history and without reloading the page. */
export function restate(address: string) {
  if (location.hash !== address) history.replaceState(history.state, "", address);
}
