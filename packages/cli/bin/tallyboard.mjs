#!/usr/bin/env node
// pnpm links a command only to a file that exists at install time; dist comes later. Hence this door.
import { existsSync } from 'node:fs';

const main = new URL('../dist/bundle/tallyboard.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('tallyboard is not built yet: run `npm run build` at the root of the repository.');
  process.exitCode = 1;
}
