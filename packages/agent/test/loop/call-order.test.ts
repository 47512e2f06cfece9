import fc from "fast-check";
import { expect, test } from "vitest";
import { CallOrder } from "../../src/call-order.js";
import { settled } from "./test-clock.js";

test("for every message: a change runs alone and in its place, reads four at most, and every call has its turn", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ changes: fc.boolean(), steps: fc.integer({ min: 0, max: 3 }) }), { maxLength: 14 }),
      async (calls) => {
        const order = new CallOrder();
        const running = new Set<number>();
        const done: number[] = [];
        const run = async ({ changes, steps }: { changes: boolean; steps: number }, at: number) => {
          const ticket = order.enter(changes);
          await ticket.reached;
          ticket.settleAsk();
          await ticket.slot();
          for (const other of running) expect(changes || calls[other]?.changes).toBe(false);
          for (const [before, call] of calls.entries()) {
            if (before < at && (changes || call.changes)) expect(done).toContain(before);
          }
          running.add(at);
          expect(running.size).toBeLessThanOrEqual(4);
          for (let step = 0; step < steps; step++) await Promise.resolve();
          running.delete(at);
          done.push(at);
          ticket.leave();
        };
        await Promise.all(calls.map(run));
        expect(done).toHaveLength(calls.length);
      },
    ),
    { numRuns: 300 },
  );
});

test("asks have their turn in the order of the calls; one that needs none is passed over", async () => {
  const order = new CallOrder();
  const tickets = [order.enter(false), order.enter(false), order.enter(false)];
  const turns: number[] = [];
  for (const at of [2, 0]) void tickets[at]?.askTurn().then(() => turns.push(at));
  await settled();
  expect(turns).toEqual([0]);
  tickets[0]?.settleAsk();
  await settled();
  expect(turns).toEqual([0]);
  tickets[1]?.settleAsk();
  await settled();
  expect(turns).toEqual([0, 2]);
});

test("a call that leaves before its turn holds nobody back", async () => {
  const order = new CallOrder();
  const [first, second, third] = [order.enter(true), order.enter(true), order.enter(false)];
  const reached: string[] = [];
  void third.reached.then(() => reached.push("third"));
  second.leave();
  await settled();
  expect(reached).toEqual([]);
  first.leave();
  await settled();
  expect(reached).toEqual(["third"]);
});
