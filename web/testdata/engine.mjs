// Runs the engine of the page in Node: node engine.mjs STARTER ENGINE. Requests come as lines of
// JSON {method, target, type, body}; for each, one line {status, body, seconds} goes out.
import { readFileSync } from "node:fs";

const [starter, engine] = process.argv.slice(2);
await import(starter);
const requests = readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
let answer, begun;

globalThis.post = (message) => {
  if (message.status) answer.status = message.status;
  if (message.body) answer.body += new TextDecoder().decode(message.body);
  if (message.kind === "end") {
    answer.seconds = (performance.now() - begun) / 1000;
    console.log(JSON.stringify(answer));
    setImmediate(next);
  }
};
globalThis.ready = () => setImmediate(next);
globalThis.load = async () => { throw new Error("there are no files here"); };

let id = 0;
function next() {
  if (id === requests.length) process.exit(0);
  answer = { status: 0, body: "" };
  begun = performance.now();
  globalThis.receive({ id, kind: "ask", ...requests[id++] });
}

const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(readFileSync(engine), go.importObject);
await go.run(instance);
