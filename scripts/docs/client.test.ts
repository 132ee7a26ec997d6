import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exitCodes } from '../../packages/cli/src/terminal.js';
import * as client from '../../packages/client/src/index.js';
import { serveFacts } from '../../packages/client/src/service.test-kit.js';
import { documentAt, tableOf } from './documents.test-kit.js';
import { outputOf } from './examples.test-kit.js';

const page = documentAt('docs/client.md');
const textOf = (language: string): string =>
  page.fences
    .filter(({ info }) => info[0] === language)
    .map(({ text }) => text)
    .join('\n');

/** The client, but its requests go to the sample in this process. */
const served = {
  ...client,
  createClient: (options: client.ClientOptions) => {
    const { fetch, clock } = serveFacts().options;
    return client.createClient({ ...options, fetch: fetch!, clock: clock! });
  },
};

describe('docs/client.md', () => {
  beforeAll(() => void vi.stubEnv('TALLYBOARD_API_KEY', 'key-of-olga'));
  afterAll(() => void vi.unstubAllEnvs());

  it('prints what it says', async () => {
    expect(await outputOf(textOf('ts'), { '@tallyboard/client': served })).toBe(textOf('text'));
  });

  it('has every exit code', () => {
    const codes = tableOf(page, 'Exit code').rows.map(([code]) => Number(code));
    expect(codes).toEqual(Object.values(exitCodes));
  });
});
