// How large the cells of a board are drawn.

/** The height of a hexagon that stands on a corner, and how far apart its rows are, by its width. */
export const hexHeight = 2 / Math.sqrt(3);
export const hexPitch = Math.sqrt(3) / 2;

/** Cells that a finger hits, and cells that a mouse hits. */
export const leastTouch = 32;
export const leastMouse = 22;

export type Shape = { height: number; width: number; hex: boolean };

/** How wide and high a board is, in cells. */
export function extent(shape: Shape): { across: number; down: number } {
  if (!shape.hex) return { across: shape.width, down: shape.height };
  return { across: shape.width + 0.5, down: (shape.height - 1) * hexPitch + hexHeight };
}

/** The largest cell, in whole pixels, with which a board fits; within what is pleasant to look at. */
export function fitted(shape: Shape, room: { width: number; height: number }, coarse: boolean): number {
  const { across, down } = extent(shape);
  const largest = Math.floor(Math.min(room.width / across, room.height / down));
  const most = shape.width <= 12 ? 60 : 48;
  return Math.max(coarse ? leastTouch : leastMouse, Math.min(most, largest));
}
