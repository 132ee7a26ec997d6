import {
  serveFacts,
  type TestService,
  type TestServiceOptions,
} from '../../../client/src/service.test-kit.js';
import { runTallyboard } from '../program.js';
import type { Terminal } from '../terminal.js';

/** The key of the sample's owner, as the environment holds it. */
export const env = {
  TALLYBOARD_API_KEY: 'key-of-olga',
  TALLYBOARD_BASE_URL: 'http://service.test',
  TALLYBOARD_ORG: 'wksp_school0000000',
};

/** What a command line left behind. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly service: TestService;
}

/** Runs a command line against the real adapter in virtual time. */
export const run = async (
  args: readonly string[],
  options: TestServiceOptions & { readonly terminal?: Partial<Terminal> } = {},
): Promise<Ran> => {
  const { terminal, ...serving } = options;
  const service = serveFacts(serving);
  const { fetch, clock, random } = service.options;
  let [stdout, stderr] = ['', ''];
  const code = await runTallyboard(args, {
    stdout: { write: (text) => void (stdout += text) },
    stderr: { write: (text) => void (stderr += text) },
    now: service.time.now,
    env,
    network: { fetch: fetch!, clock: clock!, random: random! },
    ...terminal,
  });
  return { code, stdout, stderr, service };
};
