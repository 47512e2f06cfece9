import { allKinds } from "./kinds/index.js";
import { runKinds } from "./run-kinds.js";

// npm run conformance [-- KIND…]
process.exitCode = await runKinds({
  kinds: allKinds(process.env),
  names: process.argv.slice(2),
  environment: process.env,
  print: (line) => console.log(line),
});
