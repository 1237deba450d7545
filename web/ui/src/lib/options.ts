import { get } from "./api";
import type { Options } from "./types";

let asked: Promise<Options> | undefined;

/** What can be chosen; asked once. */
export function options(): Promise<Options> {
  asked ??= get<Options>("/api/options").catch((problem) => {
    asked = undefined;
    throw problem;
  });
  return asked;
}
