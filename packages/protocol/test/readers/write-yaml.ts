import { writeNumber } from "./write-number.js";
import type { Choose } from "./write-python.js";

/** Text that stands for itself where a scalar is text. */
const PLAIN = /^[A-Za-z](?:[\w./-]| (?=\w)){0,40}$/;
/** Words that YAML reads as something else than text. */
const TYPED = /^(?:null|true|false)$/i;

/** The arguments of a call as YAML, in one of the many ways to write it; `indent` spaces before each line. */
export function writeYaml(value: object, choose: Choose, indent: number): string {
  const entries = Object.entries(value);
  return entries
    .map(([key, inner]) => `${pad(indent)}${writeKey(key, choose)}:${writeValue(inner, choose, indent, indent)}`)
    .join("");
}

function pad(indent: number): string {
  return " ".repeat(indent);
}

function writeKey(key: string, choose: Choose): string {
  return /^[A-Za-z_][\w.-]*$/.test(key) && choose(4) > 0 ? key : JSON.stringify(key);
}

/** What stands behind a colon or a dash, with its line breaks. A list below it is indented `least` spaces or more. */
function writeValue(value: unknown, choose: Choose, indent: number, least: number): string {
  const note = ["\n", "\n", " # it's a note\n", "\n\n  \n"][choose(4)] ?? "\n";
  if (typeof value === "string" && !value.includes("\r") && choose(3) === 0) return writeBlock(value, choose, indent);
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (typeof value !== "object" || value === null || isEmpty || choose(4) === 0)
    return ` ${writeFlow(value, choose)}${note}`;
  if (!Array.isArray(value)) return note + writeYaml(value, choose, indent + 1 + choose(3));
  const dashes = least + choose(3);
  return note + value.map((item) => `${pad(dashes)}-${writeValue(item, choose, dashes, dashes + 1)}`).join("");
}

function writeFlow(value: unknown, choose: Choose): string {
  const blank = choose(2) === 0 ? "" : " ";
  if (Array.isArray(value))
    return `[${blank}${value.map((item) => writeFlow(item, choose)).join(`${blank},`)}${blank}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([key, inner]) => `${writeKey(key, choose)}: ${writeFlow(inner, choose)}`,
    );
    return `{${members.join(`,${blank}`)}}`;
  }
  if (typeof value === "number") return writeNumber(value);
  if (typeof value !== "string") return String(value);
  if (PLAIN.test(value) && !TYPED.test(value) && choose(2) === 0) return value;
  if (!/[\r\n]/.test(value) && choose(2) === 0) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}

function writeBlock(text: string, choose: Choose, indent: number): string {
  const body = text.replace(/\n+$/, "");
  const breaks = text.length - body.length;
  const chomp = breaks === 0 ? "-" : breaks === 1 && body !== "" ? "" : "+";
  // A first line that is indented, or blank, does not show how far the text is.
  const inner = 1 + choose(4);
  const header = /^[ \t\n]|^$/.test(text) || choose(3) === 0 ? `|${inner}${chomp}` : `|${chomp}`;
  const lines = breaks === 0 ? text.split("\n") : text.slice(0, -1).split("\n");
  return ` ${header}\n${lines.map((line) => (line === "" ? "\n" : `${pad(indent + inner)}${line}\n`)).join("")}`;
}
