import type { EventColumns } from '../core.js';
import type { readsOf } from './statements.js';

/** Loads the events of an organization; `root` is the checkout that has DuckDB. */
export type Load = (columns: EventColumns, root: string) => Promise<ReturnType<typeof readsOf>>;
