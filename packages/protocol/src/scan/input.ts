/** The piece being read and where it stands: `text[0]` is character number `base` of its channel. */
export class Input {
  text = "";
  base = 0;
}
