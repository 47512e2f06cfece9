import { nodeFolder } from "./install.js";

// Puts a Node 22 where `npm run clients` and a test of packages/ai-sdk look for it, and says where: for Linux on x64.
console.log(await nodeFolder(22));
