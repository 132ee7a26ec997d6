import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openService } from '../src/serve/open-service.js';
import { median, percentile, requestFor, startClient } from './measured.js';
import { dashboard, ids, key, now, serviceFacts } from './service-facts.js';

/*
 * A full metrics request, 25 entries ready, against bare node:http that reads the same request and sends
 * the same bytes. Both stand in one process and take turns; the client is another process. A machine with
 * few cores shows more by the processor time of the serving process than by answers per second. Once the
 * same request comes all the time, once two hundred take turns, once none was ever seen before.
 */

const rounds = Number(process.argv[2] ?? 7);
const seconds = Number(process.argv[3] ?? 1.5);

const service = await openService({ facts: serviceFacts(), now, port: 0, allowance: 0 });
const servicePort = Number(new URL(service.address).port);
const sample = await fetch(`${service.address}/v1/organizations/${ids.small}/analytics`, {
  method: 'POST',
  headers: { 'X-API-KEY': key, 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' },
  body: dashboard,
});
const body = Buffer.from(await sample.arrayBuffer());
if (sample.status !== 200) throw new Error(body.toString());
const hopByHop = ['connection', 'keep-alive', 'date'];
const headers = Object.fromEntries(
  [...sample.headers].filter(([name]) => !hopByHop.includes(name)),
);

const bare = createServer((incoming, outgoing) => {
  incoming.on('data', () => undefined);
  incoming.on('end', () => outgoing.writeHead(200, headers).end(body));
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const barePort = (bare.address() as AddressInfo).port;

const client = startClient();
const measure = async (port: number, variants: number) => {
  const before = process.cpuUsage();
  const request = requestFor(ids.small);
  const {
    answers,
    seconds: taken,
    latencies,
  } = await client.load({
    port,
    request,
    connections: 16,
    seconds,
    rate: 0,
    variants,
  });
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: answers / taken,
    cpuUs: (user + system) / answers,
    p99: percentile(latencies, 99),
    answers,
  };
};
type Measured = Awaited<ReturnType<typeof measure>>;

/** Requests that differ; as good as endless is the last. */
const forms = [
  { name: 'the same request', variants: 1 },
  { name: '200 requests by turns', variants: 200 },
  { name: 'never seen before', variants: 2 ** 24 },
] as const;

// By requests and not by time: on a busy machine compiling takes its time too.
const warmingRequests = Number(process.argv[4] ?? 20_000);
for (const port of [servicePort, barePort]) {
  for (const { variants } of forms) {
    let done = 0;
    while (done < warmingRequests / forms.length) done += (await measure(port, variants)).answers;
  }
}

const show = (name: string, results: readonly Measured[]): string => {
  const perSecond = results.map((result) => result.perSecond);
  const cpu = median(results.map(({ cpuUs }) => cpuUs)).toFixed(1);
  const spread = `${Math.min(...perSecond).toFixed(0)}..${Math.max(...perSecond).toFixed(0)}`;
  const p99 = median(results.map((result) => result.p99)).toFixed(2);
  return `  ${name}: ${median(perSecond).toFixed(0)}/s (${spread}), ${cpu} us CPU, p99 ${p99} ms`;
};

console.log(`answer ${body.length} bytes`);
const results = forms.map((form) => ({ ...form, bare: [], service: [] })) as {
  readonly name: string;
  readonly variants: number;
  readonly bare: Measured[];
  readonly service: Measured[];
}[];
for (let round = 0; round < rounds; round += 1) {
  for (const form of results) {
    form.bare.push(await measure(barePort, form.variants));
    form.service.push(await measure(servicePort, form.variants));
  }
}
for (const { name, bare: alone, service: whole } of results) {
  const by = (ratio: (ours: Measured, theirs: Measured) => number): string =>
    median(whole.map((ours, round) => ratio(ours, alone[round]!))).toFixed(3);
  console.log(`${name}:`);
  console.log(show('bare', alone));
  console.log(show('service', whole));
  const answers = by((ours, theirs) => ours.perSecond / theirs.perSecond);
  const cpu = by((ours, theirs) => theirs.cpuUs / ours.cpuUs);
  console.log(`  ratio by answers: ${answers}; by CPU time: ${cpu}`);
}
client.close();
bare.close();
bare.closeAllConnections();
await service.close();
