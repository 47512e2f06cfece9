import { writeNumber } from "./write-number.js";

/** Gives numbers from 0 to below `count`. */
export type Choose = (count: number) => number;

/** A JSON value as a Python literal, in one of the many ways to write it. */
export function writePython(value: unknown, choose: Choose): string {
  const blank = () => ["", " ", "\n  ", " # note, 'x' )\n"][choose(4)] ?? "";
  const list = (items: string[]) => items.map((item) => blank() + item + blank()).join(",");
  const tail = choose(2) === 0 ? "" : ",";
  if (Array.isArray(value)) {
    const items = value.map((item) => writePython(item, choose));
    if (items.length > 1 && choose(3) === 0) return `(${list(items)}${tail})`;
    if (items.length === 1 && choose(3) === 0) return `(${items[0]},)`;
    if (choose(6) === 0) return `list([${list(items)}])`;
    return `[${list(items)}${items.length > 0 ? tail : ""}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const isBare = entries.every(([key]) => /^[a-z_]\w*$/i.test(key));
    if (isBare && choose(4) === 0) {
      return `dict(${list(entries.map(([key, inner]) => `${key}${blank()}=${writePython(inner, choose)}`))})`;
    }
    const items = entries.map(([key, inner]) => `${writeString(key, choose)}${blank()}:${writePython(inner, choose)}`);
    return `{${list(items)}${items.length > 0 ? tail : ""}}`;
  }
  if (typeof value === "string")
    return choose(5) === 0 ? `(${writeString(value, choose)})` : writeString(value, choose);
  if (value === null) return choose(4) === 0 ? "null" : "None";
  if (typeof value === "boolean") return choose(4) === 0 ? String(value) : value ? "True" : "False";
  return writeNumber(Number(value));
}

function writeString(text: string, choose: Choose): string {
  const at = choose(4) === 0 ? choose(text.length + 1) : 0;
  if (at > 0) return `${writeString(text.slice(0, at), choose)} ${writeString(text.slice(at), choose)}`;
  const mark = choose(2) === 0 ? "'" : '"';
  const isLong = choose(3) === 0;
  if (!isLong && !/['"\\\r\n]/.test(text) && choose(3) === 0) return `r${mark}${text}${mark}`;
  const escaped = text.replace(/[\s\S]/g, (character) => {
    if (character === "\\" || character === mark) return `\\${character}`;
    if (character === "\n") return isLong ? character : "\\n";
    if (character === "\r") return "\\r";
    if (choose(8) > 0) return character;
    const code = character.charCodeAt(0);
    if (code < 256) return `\\x${code.toString(16).padStart(2, "0")}`;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
  const quote = isLong ? mark.repeat(3) : mark;
  return `${["", "u"][choose(2)]}${quote}${escaped}${quote}`;
}
