import { grouped } from '../progress.js';
import type { WrittenSample } from './generate.js';
import { eventKinds } from './organization-shape.js';

/** What a person wants to know of a new sample: the organization, its key, what there is and where. */
export const summaryLines = ({
  organization,
  keys,
  counts,
  factsPath,
  keysPath,
}: WrittenSample): string => {
  const rows = Object.entries(counts).map(
    ([kind, count]) => `  ${kind.padEnd(14)}${grouped(count).padStart(12)}`,
  );
  const events = eventKinds.reduce((sum, kind) => sum + counts[kind], 0);
  const lines = [
    `Organization  ${organization.id} (${organization.type}, ${organization.name})`,
    `API key       ${keys.main.key}`,
    `Now           ${keys.now}`,
    `Facts         ${factsPath}`,
    `All keys      ${keysPath}`,
    '',
    `Facts by kind, the small organizations beside it included (${grouped(events)} events):`,
    ...rows,
  ];
  return `${lines.join('\n')}\n`;
};
