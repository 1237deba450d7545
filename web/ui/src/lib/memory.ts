// What a tab remembers across a reload. Each tab has its own, so that two tabs play two
// games. A full or forbidden storage only means that nothing is remembered.

export function remember(key: string, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: the game itself is not affected.
  }
}

export function recall<T>(key: string): T | null {
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

export function forget(key: string) {
  sessionStorage.removeItem(key);
}
