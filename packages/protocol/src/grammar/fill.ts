import { type Expression, literal, sequence } from "./gbnf.js";

/**
 * A text of a form with its parts filled in: `$WORD` stands for `parts.WORD`, all else for itself.
 *
 * @example fill("<$NAME>", { NAME: literal("read_file") }); // "<" "read_file" ">"
 */
export function fill(template: string, parts: Readonly<Record<string, Expression>>): Expression {
  const pieces = template.split(/\$([A-Z_]+)/);
  return sequence(...pieces.map((piece, at) => (at % 2 === 0 ? literal(piece) : (parts[piece] ?? literal(piece)))));
}
