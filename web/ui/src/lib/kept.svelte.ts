// Choices of the reader that stay in this browser. A full or forbidden storage only means
// that they are forgotten.

export class Kept<T> {
  #key: string;
  #value = $state.raw() as T;

  constructor(key: string, usual: T) {
    this.#key = key;
    let value = usual;
    try {
      const text = localStorage.getItem(key);
      if (text !== null) value = JSON.parse(text);
    } catch {
      // Something else is kept there: the usual value replaces it.
    }
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Only this visit knows it then.
    }
  }
}
