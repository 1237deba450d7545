// What kind of screen this is. The widths are those of app.css.

const small = matchMedia("(max-width: 40rem), (max-height: 30rem)");
const wide = matchMedia("(min-width: 60rem)");
const roomy = matchMedia("(min-width: 82rem)");
const coarse = matchMedia("(pointer: coarse)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let state = $state.raw(read());

function read() {
  return { small: small.matches, wide: wide.matches, roomy: roomy.matches, coarse: coarse.matches, calm: calm.matches };
}

for (const query of [small, wide, roomy, coarse, calm]) query.addEventListener("change", () => (state = read()));

export const screen = {
  /** A phone: one column, panels are sheets. */
  get small() {
    return state.small;
  },
  /** Room for a panel beside the board. */
  get wide() {
    return state.wide;
  },
  /** Room for all choices of a row side by side. */
  get roomy() {
    return state.roomy;
  },
  /** Fingers rather than a mouse. */
  get coarse() {
    return state.coarse;
  },
  /** The reader prefers that nothing moves. */
  get calm() {
    return state.calm;
  },
};
