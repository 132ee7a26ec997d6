import { parentPort, workerData } from 'node:worker_threads';
import { schoolOf, times } from './schools.js';
import { loadCore } from './shipped.js';
import { syntheticColumns } from './synthetic-columns.js';

/* Builds an index on another thread and hands it over as one buffer, without a copy. */

const { events } = workerData as { readonly events: number };
const { buildIndex, encodeIndex } = await loadCore();
const columns = syntheticColumns(schoolOf(events, 'zipf'));
parentPort?.postMessage('ready');
parentPort?.once('message', () => {
  const buffer = encodeIndex(buildIndex(columns, times));
  parentPort?.postMessage(buffer, [buffer]);
});
