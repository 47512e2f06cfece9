import { readMessages } from "./read-messages.js";

// What runs in the page: reads, and sends home what came out.
await fetch("/result", { method: "POST", body: JSON.stringify(await readMessages()) });
