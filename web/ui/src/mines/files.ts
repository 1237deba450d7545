// Board files that players exchange (.mbf): the bytes width, height, mines (high, low),
// then x and y of every mine. In an address they stand in base64url.

import type { Cell } from "../lib/types";

export type Board = { board: string; mines: Cell[] };

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

export function mbfForAddress(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The board of an address; null where it is broken. */
export function mbfFromAddress(text: string): Board | null {
  try {
    return readMbf(fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return null;
  }
}

function readMbf(bytes: Uint8Array): Board | null {
  const [width, height, high, low] = bytes;
  const mines = high * 256 + low;
  if (bytes.length < 4 + 2 * mines) return null;
  const cells: Cell[] = [];
  for (let i = 0; i < mines; i++) cells.push([bytes[5 + 2 * i], bytes[4 + 2 * i]]);
  return { board: `${height}x${width}/${mines}`, mines: cells };
}
