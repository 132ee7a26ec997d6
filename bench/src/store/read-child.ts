import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The smallest cold start: Node reads the stored indexes of a store. Argument: the store. */

const indexes = join(process.argv[2]!, 'indexes');
const bytes = readdirSync(indexes).map((name) => readFileSync(join(indexes, name)).length);
console.log(bytes.join(' '));
