// Light or dark: what the system prefers, until the reader chooses.

export type Theme = "auto" | "light" | "dark";

const key = "theme";
const stored = localStorage.getItem(key);
let chosen = $state<Theme>(stored === "light" || stored === "dark" ? stored : "auto");
const system = matchMedia("(prefers-color-scheme: dark)");
let systemDark = $state(system.matches);
system.addEventListener("change", (event) => (systemDark = event.matches));

function show() {
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
show();

export const theme = {
  get chosen() {
    return chosen;
  },
  set chosen(value: Theme) {
    chosen = value;
    if (value === "auto") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    show();
  },
  get dark() {
    return chosen === "dark" || (chosen === "auto" && systemDark);
  },
};
