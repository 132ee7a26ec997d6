import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openService } from '../src/serve/open-service.js';
import { median, percentile, requestFor, startClient } from './measured.js';
import { dashboard, ids, key, now, serviceFacts } from './service-facts.js';

/*
 * A full metrics request, 25 entries ready, against bare node:http that reads the same request and sends
 * the same bytes. Both stand in one process and take turns; the client is another process. A machine with
 * few cores tells more by the processor time of the serving process than by answers per second.
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
const measure = async (port: number) => {
  const before = process.cpuUsage();
  const load = { port, request: requestFor(ids.small), connections: 16, seconds, rate: 0 };
  const { answers, seconds: taken, latencies } = await client.load(load);
  const { user, system } = process.cpuUsage(before);
  return {
    answers,
    perSecond: answers / taken,
    cpuUs: (user + system) / answers,
    p99: percentile(latencies, 99),
  };
};

// By requests and not by time: on a busy machine compiling takes its time too.
const warmingRequests = 20_000;
for (const port of [servicePort, barePort]) {
  for (let done = 0; done < warmingRequests; ) done += (await measure(port)).answers;
}
const results = { service: [], bare: [] } as Record<
  'service' | 'bare',
  Awaited<ReturnType<typeof measure>>[]
>;
for (let round = 0; round < rounds; round += 1) {
  results.bare.push(await measure(barePort));
  results.service.push(await measure(servicePort));
}
const show = (name: 'service' | 'bare'): string => {
  const perSecond = results[name].map((result) => result.perSecond);
  const cpu = results[name].map(({ cpuUs }) => cpuUs);
  const spread = `${Math.min(...perSecond).toFixed(0)}..${Math.max(...perSecond).toFixed(0)}`;
  const p99 = median(results[name].map((result) => result.p99)).toFixed(2);
  return `${name}: ${median(perSecond).toFixed(0)}/s (${spread}), ${median(cpu).toFixed(1)} us CPU, p99 ${p99} ms`;
};
const ratios = results.service.map(({ perSecond }, round) => {
  return perSecond / (results.bare[round]?.perSecond ?? Number.NaN);
});
const cpuRatios = results.service.map(({ cpuUs }, round) => {
  return (results.bare[round]?.cpuUs ?? Number.NaN) / cpuUs;
});
console.log(`request ${dashboard.length} bytes, answer ${body.length} bytes`);
console.log(show('bare'));
console.log(show('service'));
console.log(
  `ratio by answers: ${median(ratios).toFixed(3)}; by CPU time: ${median(cpuRatios).toFixed(3)}`,
);
client.close();
bare.close();
bare.closeAllConnections();
await service.close();
