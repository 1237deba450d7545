import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { wake } from "./lib/engine.svelte";
import { alone } from "./lib/site";

mount(App, { target: document.getElementById("app")! });

// Once the engine is here, the rest is kept for visits without a network.
if (alone && "serviceWorker" in navigator) {
  void wake()
    .then(() => navigator.serviceWorker.register("./sw.js"))
    .catch(() => {}); // without it the page needs its host each time
}
