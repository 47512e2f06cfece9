import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../src/clock.js";
import { EventCoalescer } from "../../src/events/coalesce.js";
import type { SessionEvent, SessionEventBody } from "../../src/events/session-event.js";
import { FRAME_MS } from "../../src/limits.js";

/** A clock that stands still until it is told. */
function stillClock() {
  const timers = new Map<number, () => void>();
  let ids = 0;
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    timer(ms, callback) {
      expect(ms).toBe(FRAME_MS);
      const id = ids++;
      timers.set(id, callback);
      return () => timers.delete(id);
    },
  };
  const frame = () => {
    for (const [id, callback] of [...timers]) {
      timers.delete(id);
      callback();
    }
  };
  return { clock, frame, timers };
}

function setUp() {
  const time = stillClock();
  const written: SessionEvent[] = [];
  const frames = new EventCoalescer(time.clock, (event) => written.push(event));
  let seq = 0;
  const push = (body: SessionEventBody) => frames.push({ v: 1, seq: ++seq, at: seq * 10, ...body });
  return { ...time, written, frames, push };
}

const text = (block: number, piece: string): SessionEventBody => ({
  type: "block",
  messageId: "m",
  event: { type: "text-delta", block, text: piece },
});
const param = (block: number, name: string, piece: string): SessionEventBody => ({
  type: "block",
  messageId: "m",
  event: { type: "param-delta", block, param: name, text: piece },
});
const notice: SessionEventBody = { type: "notice", level: "info", message: "n" };

describe("events for a slow reader", () => {
  it("hold the deltas of a frame and write them as one", () => {
    const { push, frame, written } = setUp();
    push(text(0, "a"));
    push(text(0, "b"));
    push(text(0, "c"));
    expect(written).toEqual([]);
    frame();
    expect(written).toEqual([{ v: 1, seq: 1, at: 10, ...text(0, "abc") }]);
    push(text(0, "d"));
    frame();
    expect(written).toHaveLength(2);
  });

  it("of several blocks side by side stay apart", () => {
    const { push, frame, written } = setUp();
    for (const piece of ["1", "2", "3"]) {
      push(param(0, "content", piece));
      push(param(1, "content", piece));
      push(param(1, "path", piece));
    }
    frame();
    expect(written.map(({ seq, at, v, ...body }) => body)).toEqual([
      param(0, "content", "123"),
      param(1, "content", "123"),
      param(1, "path", "123"),
    ]);
  });

  it("write everything else at once, after what waits", () => {
    const { push, written, timers } = setUp();
    push(text(0, "a"));
    push(text(0, "b"));
    push(notice);
    expect(written.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(timers.size).toBe(0);
  });

  it("run no timer while nothing waits", () => {
    const { push, frame, frames, timers } = setUp();
    push(notice);
    expect(timers.size).toBe(0);
    push(text(0, "a"));
    expect(timers.size).toBe(1);
    push(text(0, "b"));
    expect(timers.size).toBe(1);
    frame();
    expect(timers.size).toBe(0);
    push(text(0, "c"));
    frames.flush();
    expect(timers.size).toBe(0);
  });

  it("merge previews and progress, keeping the newest state and all of the text", () => {
    const { push, frame, written } = setUp();
    const preview = (delta: string, title: string): SessionEventBody => ({
      type: "call-preview",
      messageId: "m",
      block: 0,
      name: "w",
      preview: { title, delta, state: title },
    });
    push(preview("a", "Write"));
    push(preview("b", "Write x.ts"));
    push({ type: "call-progress", callId: "c", progress: { text: "1" } });
    push({ type: "call-progress", callId: "c", progress: { text: "2" } });
    frame();
    expect(written.map(({ seq, at, v, ...body }) => body)).toEqual([
      { ...preview("ab", "Write x.ts") },
      { type: "call-progress", callId: "c", progress: { text: "12" } },
    ]);
  });

  it("lose nothing and keep the order within a block, wherever frames fall", () => {
    const step = fc.oneof(
      fc.record({ block: fc.nat(2), piece: fc.string() }).map(({ block, piece }) => text(block, piece)),
      fc.record({ block: fc.nat(2), piece: fc.string() }).map(({ block, piece }) => param(block, "p", piece)),
      fc.constant(notice),
      fc.constant("frame" as const),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { push, frame, frames, written } = setUp();
        const sent: SessionEventBody[] = [];
        for (const one of steps) {
          if (one === "frame") frame();
          else {
            sent.push(one);
            push(one);
          }
        }
        frames.flush();
        expect(joined(written)).toEqual(joined(sent));
        expect(written.length).toBeLessThanOrEqual(sent.length);
      }),
    );
  });
});

/** The text of each block, with a mark wherever another event stood. */
function joined(events: readonly SessionEventBody[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const event of events) {
    if (event.type === "notice") for (const key of Object.keys(texts)) texts[key] += "\u0000";
    if (event.type !== "block" || !("text" in event.event)) continue;
    const key = `${event.event.type} ${event.event.block}`;
    texts[key] = (texts[key] ?? "") + event.event.text;
  }
  return texts;
}
