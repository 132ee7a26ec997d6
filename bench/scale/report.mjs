// What a run comes to, as tables.

import { availableParallelism, cpus } from 'node:os';

/** Median, least and most of three. @param {readonly number[]} list */
const spread = (list) => {
  const sorted = [...list].sort((a, b) => a - b);
  const show = (x = 0) => (x < 100 ? x.toFixed(2) : x.toFixed(0));
  return `${show(sorted[1])} (${show(sorted[0])}-${show(sorted[2])})`;
};

const minutes = (/** @type {number} */ s) => (s / 60).toFixed(1);

const megabytes = (/** @type {number} */ count) => Math.round(count / 1e6).toLocaleString('en-US');

/** @param {any} run */
export const tablesOf = ({
  events,
  loads,
  seconds,
  loading,
  times,
  bytes,
  rates,
  peaks,
  compared,
  faults,
}) => {
  const sums = (/** @type {any} */ { read, build }) =>
    read.map((/** @type {number} */ s, /** @type {number} */ at) => s + build[at]);
  const { store, clickhouse } = times;
  const head = `\`npm run bench -- scale --events ${events}\` on ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), everything,
the clients too, on that one machine; load ${loads.join(' before and ')} after; ${minutes(seconds)} minutes in all. Medians of three with
the least and the most; loading measured once.`;
  const figures = `| ${events.toLocaleString('en-US')} events | Store, embedded | ClickHouse, two shards |
|---|---|---|
| loading, s | ${loading.store.toFixed(1)} | ${loading.clickhouse.toFixed(1)} |
| events counted by period, s | ${spread(store.read)} | ${spread(clickhouse.read)} |
| index from the counts, s | ${spread(store.build)} | ${spread(clickhouse.build)} |
| build in all, s | ${spread(sums(store))} | ${spread(sums(clickhouse))} |
| index, bytes an event | ${(bytes / events).toFixed(1)} | the same |
| memory of a service after its first figures, most, MB | ${megabytes(peaks.embedded)} | ${megabytes(peaks.clickhouse)} |
| requests a second, one replica | ${spread(rates.embedded)} | ${spread(rates.one)} |
| requests a second, two replicas | - | ${spread(rates.two)} |

Answers compared, to the byte: ${compared.all}; ${compared.unequal === 0 ? 'all equal' : `${compared.unequal} NOT EQUAL`}.`;
  if (faults.length === 0) return `${head}\n\n${figures}`;
  const rows = faults.map(
    (/** @type {any} */ row) =>
      `| ${row.name} | ${row.ok} | ${row.pending} | ${row.away} | ${row.lost} | ${(row.slowestMs / 1000).toFixed(1)} | ${row.wrong} | ${row.over} | ${row.back} |`,
  );
  return `${head}\n\n${figures}

| Fault, in mid-traffic | Answers 200 | 202 | 503 | Lost | Slowest, s | Wrong | Counted over the allowance | Back after, s |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}`;
};
