// The men: Cburnett's drawings as cm-chessboard ships them (CC BY-SA 3.0; the file says
// so itself and is served as it is). Only its drawings are used, not its board, which
// sets style attributes that the page's content policy forbids.

import url from "cm-chessboard/assets/pieces/standard.svg?url";

export function drawing(man: string): string {
  return `${url}#${man === man.toUpperCase() ? "w" : "b"}${man.toLowerCase()}`;
}
