import { explore as exploreFacts } from '../explore/explore.js';
import { curlOf } from '../model/curl.js';
import { readFacts } from '../seeded/read-facts.js';
import { realClock } from '../transport/clock.js';
import { nodeTransport } from '../transport/node-transport.js';
import { count, optionOf, type SendingFlags, sending } from './flags.js';
import { ConfigurationFault, exitCodes, print } from './operator.js';
import { baseUrlOf, mainTargetOf } from './options.js';
import type { Verb } from './verb.js';

/** `explore`: random questions about facts that the service has. */
export const explore: Verb = {
  says: 'send random questions and compare every figure with --facts',
  options: [...sending('explore'), optionOf(['--seconds <n>', 'how long to ask', count, 60])],
  act: async (flags: SendingFlags & { readonly seconds: number }) => {
    const { facts, seed = 1, maxWait = 60, seconds } = flags;
    if (facts === undefined) {
      throw new ConfigurationFault('explore compares with facts: give --facts PATH.');
    }
    const baseUrl = baseUrlOf(flags.baseUrl);
    const main = mainTargetOf(flags);
    const { found, stopped, rounds } = await exploreFacts({
      ...{ baseUrl, main, seed, seconds, maxWaitSeconds: maxWait },
      facts: await readFacts(facts),
      now: flags.now ?? `${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`,
      ...{ transport: nodeTransport, clock: realClock },
    });
    if (found !== null) {
      const { request, says } = found;
      const command = curlOf(request, baseUrl);
      print(
        `DISAGREEMENT  ${says}\nSet TALLYBOARD_API_KEY to the key of ${main.org} for this line:\n${command}\n`,
      );
      return exitCodes.fail;
    }
    const after = `${rounds} rounds of questions`;
    print(stopped === null ? `AGREED  on ${after}\n` : `UNDECIDED  after ${after}: ${stopped}\n`);
    return stopped === null ? exitCodes.pass : exitCodes.undecided;
  },
};
