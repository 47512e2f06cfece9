// Conversations of every kind, had with our agent and our client, rendered through the chat templates of open models: in
// the protocol and shape that the catalogue chooses for each family nothing may be refused, dropped or altered.
//
// npm run templates [-- FILE.jinja…]        MILLRACE_TEMPLATES names another folder of templates
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkTemplates } from "./check-templates.js";
import { CONVERSATIONS } from "./conversations.js";
import { printReport } from "./print-report.js";

const usual = fileURLToPath(new URL("../../shared/templates", import.meta.url));
const folder = process.env.MILLRACE_TEMPLATES ?? usual;
const files = process.argv.slice(2);

if (existsSync(folder)) {
  const report = await checkTemplates(folder, CONVERSATIONS, files.length > 0 ? files : undefined);
  const { text, holds } = printReport(report);
  console.log(text);
  process.exitCode = holds ? 0 : 1;
} else {
  console.error(`There are no templates at ${folder}: MILLRACE_TEMPLATES names the folder.`);
  process.exitCode = 1;
}
