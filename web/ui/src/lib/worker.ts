// A worker with the engine in it: the program's API, answering messages. It is told once
// where the engine is; web/browser is its other half.

type Go = { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
type Start = { module: WebAssembly.Module; starter: string; answers: string };

const scope = globalThis as unknown as {
  Go: new () => Go;
  post(message: { body?: Uint8Array<ArrayBuffer> }): void;
  ready(): void;
  receive(message: unknown): void;
  load(name: string): Promise<Uint8Array>;
};

addEventListener("message", async ({ data }: MessageEvent<Start>) => {
  try {
    await start(data);
  } catch (problem) {
    postMessage({ kind: "broken", error: String(problem) });
  }
}, { once: true });

async function start({ module, starter, answers }: Start) {
  await import(/* @vite-ignore */ starter);
  scope.post = (message) => postMessage(message, { transfer: message.body ? [message.body.buffer] : [] });
  scope.ready = () => {
    addEventListener("message", ({ data }) => scope.receive(data));
    postMessage({ kind: "ready" });
  };
  scope.load = async (name) => {
    const response = await fetch(`${answers}${name}.jsonl.gz`);
    if (!response.ok) throw new Error(`${name} is not there`);
    return new Uint8Array(await unpacked(response).arrayBuffer());
  };
  const go = new scope.Go();
  await go.run(await WebAssembly.instantiate(module, go.importObject));
}

// A host may have unpacked it already.
function unpacked(response: Response): Response {
  if (response.headers.get("Content-Encoding")) return response;
  return new Response(response.body!.pipeThrough(new DecompressionStream("gzip")));
}
