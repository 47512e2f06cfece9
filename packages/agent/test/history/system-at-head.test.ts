import { describe, expect, it } from "vitest";
import { systemAtHead } from "../../src/history/system-at-head.js";
import { user } from "../conversation.js";

const image = { type: "image", mediaType: "image/png", ref: "data:image/png;base64,AAAA" } as const;

describe("the system text at the head of the first user message", () => {
  it("stands before the user's words, told apart from them", () => {
    const [first, second] = systemAtHead([user("u", "Fix it."), user("v")], "Be brief.");
    expect(first).toEqual({
      id: "u",
      role: "user",
      parts: [
        { type: "text", text: "Be brief.\n\n[The instructions end here. The user's message follows.]\n\nFix it." },
      ],
    });
    expect(second).toEqual(user("v"));
  });

  it("leaves images behind the text", () => {
    const [first] = systemAtHead([{ id: "u", role: "user", parts: [image] }], "Be brief.");
    expect(first?.parts.map(({ type }) => type)).toEqual(["text", "image"]);
  });

  it("is the same object in every request, until the system text or the message is another", () => {
    const question = user("u");
    const [first] = systemAtHead([question], "a");
    expect(systemAtHead([question, user("v")], "a")[0]).toBe(first);
    expect(systemAtHead([question], "b")[0]).not.toEqual(first);
    expect(systemAtHead([user("u", "more")], "a")[0]).not.toEqual(first);
  });

  it("changes nothing where there is no text or no message", () => {
    const messages = [user("u")];
    expect(systemAtHead(messages, "")).toBe(messages);
    expect(systemAtHead([], "a")).toEqual([]);
  });
});
