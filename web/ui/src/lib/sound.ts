// Short sounds, made rather than loaded: a few notes with soft edges.

let context: AudioContext | undefined;

export type Note = { pitch: number; at?: number; length?: number; loud?: number; kind?: OscillatorType; fall?: number };

export function play(notes: Note[]) {
  try {
    context ??= new AudioContext();
  } catch {
    return; // a machine without sound
  }
  void context.resume();
  for (const { pitch, at = 0, length = 0.08, loud = 0.12, kind = "sine", fall = 1 } of notes) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = kind;
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * fall, start + length);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}

export const sound = {
  open: () => play([{ pitch: 520, length: 0.05, loud: 0.08 }]),
  /** Many cells at once. */
  sweep: () => play([392, 494, 587].map((pitch, i) => ({ pitch, at: 0.035 * i, length: 0.09, loud: 0.07 }))),
  flag: () => play([{ pitch: 300, length: 0.06, kind: "triangle" }]),
  refused: () => play([{ pitch: 180, length: 0.12, kind: "triangle" }]),
  lost: () => play([{ pitch: 130, length: 0.5, loud: 0.25, kind: "sawtooth", fall: 0.3 }, { pitch: 65, length: 0.6, loud: 0.25, fall: 0.5 }]),
  won: () => play([523, 659, 784, 1047].map((pitch, i) => ({ pitch, at: 0.09 * i, length: 0.25 }))),
};
