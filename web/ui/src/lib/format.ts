// Numbers as people read them.

/** A probability in per cent; what is certain stands out: only 0 and 1 have no point. */
export function percent(p: number): string {
  if (p === 0) return "0%";
  if (p === 1) return "100%";
  if (p < 0.001) return "<0.1%";
  if (p > 0.999) return ">99.9%";
  return (100 * p).toFixed(1) + "%";
}

/** A probability for a small cell: whole per cent without the sign. */
export function short(p: number): string {
  if (p > 0 && p < 0.005) return "<1";
  if (p < 1 && p > 0.995) return ">99";
  return String(Math.round(100 * p));
}

export function cellName(row: number, col: number): string {
  return `${row},${col}`;
}

/** A whole number with thin spaces between groups of three digits; a long one as a power of 10. */
export function grouped(value: number | string): string {
  const digits = String(value);
  if (digits.length > 9) {
    const power = [...String(digits.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
    return `${digits[0]}.${digits.slice(1, 3)} × 10${power}`;
  }
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A time with its tenths: 8.4, 1:02.5. */
export function clock(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const minutes = Math.floor(tenths / 600);
  const seconds = ((tenths % 600) / 10).toFixed(1);
  return minutes ? `${minutes}:${seconds.padStart(4, "0")}` : seconds;
}

/** "-0.3 points" style: a difference of chances in points of per cent, with its sign. */
export function points(d: number): string {
  const value = 100 * d;
  return `${value < -0.05 ? "−" : value > 0.05 ? "+" : "±"}${Math.abs(value).toFixed(1)}`;
}

export function plural(n: number, one: string, many = one + "s"): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** Offers a text or bytes to the reader as a file. */
export function download(name: string, text: BlobPart, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
