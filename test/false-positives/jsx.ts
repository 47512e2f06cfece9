import type { TextKind } from "./text-kind.js";

/** JSX without a fence, with elements that are named like parameters and components that are named like tools. */
export const JSX: TextKind = {
  name: "JSX",
  part(pick, tools) {
    const name = pick(["path", "content", "command", "result", "question", "options", "diff"]);
    const component = pick(tools).name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
    return `${pick([
      `  <${name} d="M0 0" {...props}>{items.map((item) => <li key={item}>{item}</li>)}</${name}>`,
      `  <svg viewBox="0 0 16 16"><path d="M8 0L16 8" fill="none"/></svg>`,
      `  <${component} ${name}={value} onDone={() => call({ name: "x" })} />`,
      `  <${component}>\n    <${name}>{text}</${name}>\n  </${component}>`,
      `  return a < b ? <${name}>{a}</${name}> : <></>;`,
      `  <invoke-button name="${name}">Go</invoke-button>`,
      `  <Tool name="${pick(tools).name}"><Parameter name="${name}">src</Parameter></Tool>`,
      `  {open && <${component}.Result<string> ${name}="src/main.ts" recursive />}`,
      `  <p>{\`<\${name}>\`} &lt;${name}&gt;</p>`,
    ])}\n`;
  },
};
