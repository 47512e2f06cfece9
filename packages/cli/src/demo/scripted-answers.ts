import type { Scenario } from "@millrace/testkit";

/** As a model of the size people run at home would write it: a few characters at a time. */
const PACE = { chunk: 6, paceMs: 6 } as const;

/**
 * The model's part of the demo: the words of four turns, tool calls written in them as the `cline` dialect has it. The
 * server plays them whatever the agent sends; what the agent makes of them is real.
 */
export const scriptedAnswers: Scenario = {
  server: { models: [{ name: "scripted", window: 32_768 }] },
  answers: [
    {
      ...PACE,
      text: `I will look at the test first, and at the code that it tests.

<read_file>
<path>test/pages.test.js</path>
</read_file>
<read_file>
<path>src/pages.js</path>
</read_file>`,
    },
    {
      ...PACE,
      text: `Seven items, three on a page, are three pages: two full ones and one with the rest. \`Math.floor\` drops the rest, so the last page is lost. It must round up.

<replace_in_file>
<path>src/pages.js</path>
<diff>
<<<<<<< SEARCH
  return Math.floor(count / size);
=======
  return Math.ceil(count / size);
>>>>>>> REPLACE
</diff>
</replace_in_file>`,
    },
    {
      ...PACE,
      text: `Now the tests.

<execute_command>
<command>node --test</command>
<requires_approval>false</requires_approval>
</execute_command>`,
    },
    {
      ...PACE,
      text: `<attempt_completion>
<result>
\`pageCount\` rounded down and so lost a last page that is not full. It rounds up now, and \`node --test\` passes.
</result>
</attempt_completion>`,
    },
  ],
};
