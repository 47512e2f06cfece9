import type { BlockList } from "../block-list.js";
import { Input } from "../scan/input.js";
import { TagToken } from "../scan/tag-token.js";
import type { TagIndex } from "./tag-index.js";

/** What the readers of one channel share: the piece being read, the tag being read, and where they write. */
export class TagContext {
  readonly input = new Input();
  readonly token: TagToken;
  readonly index: TagIndex;
  readonly list: BlockList;
  readonly channel: string;
  readonly dialect: string;
  /** Only blanks stand before the next character on its line. */
  lineBlank = true;

  constructor(index: TagIndex, list: BlockList, channel: string, dialect: string) {
    this.index = index;
    this.list = list;
    this.channel = channel;
    this.dialect = dialect;
    this.token = new TagToken((name) => index.knows(name), index.longestName);
  }

  /** Place behind the last character of the present piece. */
  get end(): number {
    return this.input.base + this.input.text.length;
  }
}
