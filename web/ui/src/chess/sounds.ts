// What a board sounds like: a few notes with soft edges, made rather than loaded.

let context: AudioContext | undefined;

type Note = { pitch: number; at?: number; length?: number; loud?: number; kind?: OscillatorType };

function play(...notes: Note[]) {
  try {
    context ??= new AudioContext();
  } catch {
    return; // a machine without sound
  }
  void context.resume();
  for (const { pitch, at = 0, length = 0.07, loud = 0.14, kind = "triangle" } of notes) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = kind;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}

export const sounds = {
  move: () => play({ pitch: 220, length: 0.06 }),
  capture: () => play({ pitch: 260, length: 0.05 }, { pitch: 160, at: 0.05, length: 0.09, loud: 0.2 }),
  check: () => play({ pitch: 520 }, { pitch: 660, at: 0.09, length: 0.14 }),
  refused: () => play({ pitch: 150, length: 0.1, kind: "square", loud: 0.08 }, { pitch: 120, at: 0.12, length: 0.14, kind: "square", loud: 0.08 }),
  end: () => play({ pitch: 392, length: 0.2 }, { pitch: 494, at: 0.12, length: 0.2 }, { pitch: 587, at: 0.24, length: 0.4 }),
};

/** The sound of what was heard, in the words of files: "capture:e4 check:long". */
export function sounding(heard: string) {
  if (heard === "illegal" || heard === "nonsense") sounds.refused();
  else if (/checkmate|stalemate/.test(heard)) sounds.end();
  else if (heard.includes("check:")) sounds.check();
  else if (heard.includes("capture:")) sounds.capture();
  else sounds.move();
}
