import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Known, ModelProfile } from "@millrace/agent";
import fc from "fast-check";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createProfileStore, ProfileStoreError, profileNow } from "../../src/index.js";

const PLACE = { server: "http://127.0.0.1:11434", model: "qwen3:8b" };
const AT = "2026-11-30T10:00:00.000Z";
const LATER = "2026-12-01T10:00:00.000Z";
const measured = <T>(value: T, at = AT): Known<T> => ({ value, from: "measured", at });

const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "millrace-profiles-"));
  made.push(folder);
  return join(folder, "profiles");
}

async function freshStore() {
  const folder = await freshFolder();
  const store = createProfileStore({ folder });
  const { path } = await store.read(PLACE);
  const put = async (content: string | Uint8Array) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  return { store, folder, path, put };
}

const isRoot = process.getuid?.() === 0;

describe("the profile of a model", () => {
  test("is a file that people can read, named after its server and model", async () => {
    const { store, folder } = await freshStore();
    const { path } = await store.write(PLACE, { window: measured(8192) }, { window: 40_960, template: "abc" });
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^127\.0\.0\.1-11434-qwen3-8b-[0-9a-f]{8}\.json$/)]);
    expect(await readFile(path, "utf8")).toBe(`{
  "v": 1,
  "server": "http://127.0.0.1:11434",
  "model": "qwen3:8b",
  "said": {
    "window": 40960,
    "template": "abc"
  },
  "values": {
    "window": {
      "value": 8192,
      "from": "measured",
      "at": "2026-11-30T10:00:00.000Z"
    }
  }
}
`);
  });

  test("is empty where nothing was kept, and that is nothing to tell", async () => {
    const { store, path } = await freshStore();
    expect(await store.read(PLACE)).toEqual({ ...PLACE, path, profile: {}, said: {}, notices: [] });
    expect(await store.list()).toEqual({ profiles: [], notices: [] });
  });

  test("keeps of each value the newest measurement, whatever comes first, and the others as they were", async () => {
    const { store } = await freshStore();
    await store.write(PLACE, { window: measured(4096, LATER), parallel: measured(false) });
    await store.write(PLACE, { window: measured(8192, AT), dialect: measured("hermes") });
    expect((await store.read(PLACE)).profile).toEqual({
      window: measured(4096, LATER),
      parallel: measured(false),
      dialect: measured("hermes"),
    });
  });

  test("keeps what was measured before what a server said later, and nothing of the user's and the catalogue's", async () => {
    const { store } = await freshStore();
    const said = <T>(value: T): Known<T> => ({ value, from: "server", at: LATER });
    await store.write(PLACE, { window: measured(4096), maxOutput: { value: 10, from: "user", at: AT } });
    await store.write(PLACE, { window: said(131_072), prices: said({ input: 0.1, output: 0.4 }) });
    expect((await store.read(PLACE)).profile).toEqual({
      window: measured(4096),
      prices: said({ input: 0.1, output: 0.4 }),
    });
  });

  test("keeps no window that prompts were cut to where they are cut no longer", async () => {
    const { store } = await freshStore();
    await store.write(PLACE, { window: measured(4096), cutsSilently: measured(true) });
    await store.write(PLACE, { cutsSilently: measured(false, LATER) });
    expect((await store.read(PLACE)).profile).toEqual({ cutsSilently: measured(false, LATER) });
  });

  test("is listed with its server and model", async () => {
    const { store, folder } = await freshStore();
    const other = { server: "http://127.0.0.1:8080/v1", model: "other" };
    await store.write(PLACE, { window: measured(4096) });
    await store.write(other, { window: measured(8192) });
    await writeFile(join(folder, "notes.json"), "{}");
    const { profiles, notices } = await store.list();
    expect(profiles).toMatchObject([
      { ...PLACE, profile: { window: measured(4096) } },
      { ...other, profile: { window: measured(8192) } },
    ]);
    expect(notices).toEqual([expect.stringContaining("notes.json: `v` is missing")]);
  });

  test("has its own file for each model, however alike they look", async () => {
    const { store } = await freshStore();
    const places = ["a/b", "a-b", "A-B", "a b", "", "…", "x".repeat(500), `${"x".repeat(500)}y`];
    for (const [at, model] of places.entries()) {
      await store.write({ ...PLACE, model }, { window: measured(1000 + at) });
    }
    for (const [at, model] of places.entries()) {
      if (model !== "") expect((await store.read({ ...PLACE, model })).profile.window?.value).toBe(1000 + at);
    }
  });
});

describe("what a server says now", () => {
  const stored: Partial<ModelProfile> = {
    window: measured(8192),
    dialect: measured("hermes"),
    promptTokensPerSecond: measured(100),
    maxOutput: measured(2048),
  };
  const said = { window: 40_960, template: "abc", quantization: "Q4_K_M" };

  test("changes nothing where it is the same, or where the server does not say", () => {
    expect(profileNow({ profile: stored, said }, said)).toEqual({ profile: stored });
    expect(profileNow({ profile: stored, said }, {})).toEqual({ profile: stored });
    expect(profileNow({ profile: stored, said: {} }, said)).toEqual({ profile: stored });
  });

  test("takes away what was measured on another template, and says so with the remedy", () => {
    const { profile, notice } = profileNow({ profile: stored, said }, { ...said, template: "def" });
    expect(Object.keys(profile)).toEqual(["window", "promptTokensPerSecond", "maxOutput"]);
    expect(notice).toBe(
      "The server says otherwise than when its model was measured (another chat template), so what was measured no longer counts: dialect. Measure it again: `millrace doctor`.",
    );
  });

  test("takes away window and speed where the model runs with another window", () => {
    const { profile, notice } = profileNow({ profile: stored, said }, { window: 4096 });
    expect(Object.keys(profile)).toEqual(["dialect", "maxOutput"]);
    expect(notice).toContain("window 40960 is now 4096");
  });

  test("replaces what was measured before on something else, when it is stored", async () => {
    const { store } = await freshStore();
    await store.write(PLACE, stored, said);
    await store.write(PLACE, { protocol: measured("text", LATER) }, { template: "def" });
    const { profile, said: kept } = await store.read(PLACE);
    expect(Object.keys(profile)).toEqual(["maxOutput", "promptTokensPerSecond", "protocol", "window"]);
    expect(kept).toEqual({ ...said, template: "def" });
  });
});

describe("a damaged profile", () => {
  const file = (values: unknown, more = {}) => JSON.stringify({ v: 1, ...PLACE, said: {}, values, ...more });

  test.each([
    ["a window of -5", file({ window: measured(-5) }), "`values.window.value` is -5; it must be a whole number"],
    ["a window of 8k", file({ window: measured("8k") }), '`values.window.value` is "8k"; it must be a whole number'],
    ["a window without its value", file({ window: 8192 }), "`values.window.value` is missing; it must be"],
    ["an unknown dialect", file({ dialect: measured("klingon") }), '`values.dialect.value` is "klingon"; it must be'],
    ["a dialect that is a list", file({ dialect: measured(["hermes"]) }), '`values.dialect.value` is ["hermes"]'],
    ["half of the prices", file({ prices: measured({ input: 1 }) }), '`values.prices.value` is {"input":1}; it must'],
    ["an odd form of reasoning", file({ reasoning: { form: "loud" } }), '`values.reasoning` is {"form":"loud"}; it'],
    [
      "a source that is none",
      file({ window: { ...measured(1), from: "hearsay" } }),
      '`values.window.from` is "hearsay"',
    ],
    [
      "a day that is none",
      file({ window: { ...measured(1), at: "soon" } }),
      '`values.window.at` is "soon"; it must be',
    ],
    ["a key that is none", file({ windw: measured(1) }), "`values.windw` is no value of a profile (`window` is)"],
    ["values that are a list", file([]), "`values` is []; it must be an object"],
    ["words of the server that are numbers", file({}, { said: { template: 5 } }), "`said.template` is 5; it must be a"],
    ["a version of the future", file({}, { v: 2 }), "`v` is 2; this Millrace reads version 1"],
    ["another model's name", file({}, { model: "other" }), "`server` and `model` are http://127.0.0.1:11434 and other"],
    ["nobody's name", JSON.stringify({ v: 1, values: {} }), "`server` and `model` do not both say"],
    ["no JSON", '{"v":1,', "it is not JSON ("],
    ["nothing in it", "", "it is not JSON ("],
    ["a list", "[]", "it is []; it must be one JSON object"],
  ])("with %s is told of with path and field", async (_, content, expected) => {
    const { store, path, put } = await freshStore();
    await put(content);
    const { notices } = await store.read(PLACE);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(`${path}: ${expected}`);
  });

  test("in many ways is told of once", async () => {
    const { store, path, put } = await freshStore();
    await put(file({ window: measured(-1), parallel: measured(2), dialect: measured("x"), vision: measured(3) }));
    expect((await store.read(PLACE)).notices).toEqual([
      expect.stringMatching(/json: `values\.window\.value` is -1; .*; and 1 more like these\. They do not count; mend/),
    ]);
    expect((await store.read(PLACE)).notices[0]?.split(path)).toHaveLength(2);
  });

  test("still counts where it is good, and is kept beside the mended one with the next write", async () => {
    const { store, path, put } = await freshStore();
    const damaged = file({ window: measured(-5), parallel: measured(false) });
    await put(damaged);
    expect((await store.read(PLACE)).profile).toEqual({ parallel: measured(false) });
    expect(await store.write(PLACE, { window: measured(8192) })).toEqual({ path, damaged: `${path}.damaged` });
    expect(await store.read(PLACE)).toMatchObject({
      profile: { parallel: measured(false), window: measured(8192) },
      notices: [],
    });
    expect(await readFile(`${path}.damaged`, "utf8")).toBe(damaged);
    // A second one does not push the first one out.
    await put("again");
    expect(await store.write(PLACE, {})).toEqual({ path, damaged: `${path}.damaged-2` });
    expect(await readFile(`${path}.damaged`, "utf8")).toBe(damaged);
  });

  test("with a folder in its place is told of, and the folder is moved aside by the next write", async () => {
    const { store, path } = await freshStore();
    await mkdir(join(path, "inside"), { recursive: true });
    expect((await store.read(PLACE)).notices).toEqual([`${path} is a folder; a profile is a file. It does not count.`]);
    await store.write(PLACE, { window: measured(8192) });
    expect((await store.read(PLACE)).profile.window?.value).toBe(8192);
    expect(await readdir(`${path}.damaged`)).toEqual(["inside"]);
  });

  test.skipIf(isRoot)("that may not be read is told of, and moved aside by the next write", async () => {
    const { store, path, put } = await freshStore();
    await put("{}");
    await chmod(path, 0);
    expect((await store.read(PLACE)).notices[0]).toMatch(/cannot be read \(EACCES/);
    await store.write(PLACE, { window: measured(8192) });
    expect((await store.read(PLACE)).profile.window?.value).toBe(8192);
  });

  test("of more than any profile has is not read", async () => {
    const { store, put } = await freshStore();
    await put("x".repeat(300_000));
    expect((await store.read(PLACE)).notices[0]).toContain("has 300000 bytes; a profile has at most 262144");
  });

  test("cannot be written where a file stands in the folder's place: the error names the file", async () => {
    const folder = await freshFolder();
    await writeFile(folder, "");
    const written = createProfileStore({ folder }).write(PLACE, { window: measured(1) });
    await expect(written).rejects.toThrow(ProfileStoreError);
    await expect(written).rejects.toThrow(folder);
    expect((await createProfileStore({ folder }).read(PLACE)).profile).toEqual({});
    expect((await createProfileStore({ folder }).list()).notices).toEqual([expect.stringContaining(folder)]);
  });

  test("of any bytes never breaks a reader or a writer, and is not lost", async () => {
    const { store, path, put } = await freshStore();
    const bytes = fc.uint8Array({ maxLength: 200 });
    const json = fc.json().map((text) => Buffer.from(text));
    const near = fc.jsonValue().map((values) => Buffer.from(file(values)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, json, near), async (content) => {
        await put(content);
        const read = await store.read(PLACE);
        const { damaged } = await store.write(PLACE, { window: measured(8192, "2999-01-01T00:00:00.000Z") });
        expect(damaged !== undefined).toBe(read.notices.length > 0);
        if (damaged) expect(Buffer.compare(await readFile(damaged), content)).toBe(0);
        const after = await store.read(PLACE);
        expect(after.notices).toEqual([]);
        expect(after.profile).toMatchObject({ ...read.profile, window: { value: 8192 } });
        await rm(dirname(path), { recursive: true });
      }),
      { numRuns: 60 },
    );
  });
});

/** Any value, for the properties. */
const time = fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString());
const known = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Known<T>> =>
  fc.record(
    {
      value,
      from: fc.constantFrom("measured" as const, "server" as const),
      at: time,
      why: fc.string({ minLength: 1 }),
    },
    { requiredKeys: ["value", "from", "at"] },
  );
const amount = fc.double({ min: 0.001, max: 1e9, noNaN: true });
const profiles: fc.Arbitrary<Partial<ModelProfile>> = fc.record(
  {
    window: known(fc.integer({ min: 1, max: 1e7 })),
    cutsSilently: known(fc.boolean()),
    protocol: known(fc.constantFrom("native" as const, "text" as const)),
    dialect: known(fc.constantFrom("hermes", "cline")),
    otherDialects: known(fc.subarray(["hermes", "cline", "glm"])),
    bytesPerToken: known(amount),
    prices: known(
      fc.record({ input: amount, output: amount, cacheRead: amount }, { requiredKeys: ["input", "output"] }),
    ),
    reasoning: fc.record({
      form: fc.constantFrom("none" as const, "field" as const, "tags" as const),
      back: fc.constantFrom("drop" as const, "echo" as const),
      from: fc.constant("measured" as const),
      at: time,
    }),
  },
  { requiredKeys: [] },
);

describe("writing", () => {
  test("gives back what was written, whatever it is", async () => {
    const { store, path } = await freshStore();
    await fc.assert(
      fc.asyncProperty(profiles, async (profile) => {
        await store.write(PLACE, profile);
        expect(await store.read(PLACE)).toMatchObject({ profile, notices: [] });
        await rm(path);
      }),
      { numRuns: 50 },
    );
  });

  test("at once loses nothing but each other's same value, and leaves no other file", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(profiles, { minLength: 2, maxLength: 6 }), async (drawn) => {
        // That prompts are cut no longer takes a window away: a test of its own.
        const writes = drawn.map(({ cutsSilently: _, ...others }) => others);
        const { store, folder } = await freshStore();
        await Promise.all(writes.map((profile) => createProfileStore({ folder }).write(PLACE, profile)));
        const { profile, notices } = await store.read(PLACE);
        expect(notices).toEqual([]);
        expect(Object.keys(profile).sort()).toEqual([...new Set(writes.flatMap(Object.keys))].sort());
        for (const [key, value] of Object.entries(profile)) {
          expect(writes.map((write) => new Map(Object.entries(write)).get(key))).toContainEqual(value);
        }
        expect(await readdir(folder)).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  test("from several processes at once loses nothing", async () => {
    const { store, folder } = await freshStore();
    const script = (key: string, value: string) => `
      import { createProfileStore } from ${JSON.stringify(new URL("../../src/index.ts", import.meta.url).href)};
      const store = createProfileStore({ folder: ${JSON.stringify(folder)} });
      for (let at = 0; at < 20; at++)
        await store.write(${JSON.stringify(PLACE)}, { ${key}: { value: ${value}, from: "measured", at: new Date().toISOString() } });
    `;
    const values = [
      ["window", "8192"],
      ["parallel", "true"],
    ] as const;
    const run = promisify(execFile);
    await Promise.all(
      values.map(([key, value]) =>
        run(process.execPath, [
          "--import",
          "tsx",
          "--conditions=@millrace/source",
          "--input-type=module",
          "-e",
          script(key, value),
        ]),
      ),
    );
    expect(Object.keys((await store.read(PLACE)).profile).sort()).toEqual(["parallel", "window"]);
  });

  test("goes on where another process died between its claim and its rename", async () => {
    const { store, path, folder } = await freshStore();
    await store.write(PLACE, { window: measured(8192) });
    const before = await readFile(path, "utf8");
    const claim = `${path}.after-${createHash("sha256").update(before).digest("hex").slice(0, 16)}`;
    await writeFile(claim, before.replace("8192", "4096"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await store.write(PLACE, { parallel: measured(true) });
    expect((await store.read(PLACE)).profile).toEqual({ window: measured(4096), parallel: measured(true) });
    expect(await readdir(folder)).toHaveLength(1);
  });

  test("takes away what processes that died left, and nothing of those that may still be at work", async () => {
    const { store, path, folder } = await freshStore();
    await store.write(PLACE, { window: measured(8192) });
    const leftovers = [`${path}.0123456789ab.tmp`, `${path}.after-nothing`, `${path}.after-0123456789abcdef`];
    for (const leftover of leftovers) await writeFile(leftover, "{}");
    await store.write(PLACE, { parallel: measured(true) });
    expect(await readdir(folder)).toHaveLength(4);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60 * 60 * 1_000 });
    onTestFinished(() => void vi.useRealTimers());
    await store.write(PLACE, { parallel: measured(false, LATER) });
    expect(await readdir(folder)).toEqual([path.slice(folder.length + 1)]);
  });
});
