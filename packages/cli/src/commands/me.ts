import { type User, valueOf } from '@tallyboard/client';
import { type UserInclude, userIncludes } from '@tallyboard/core';
import { Command } from 'commander';
import { listOf } from '../flags.js';
import { type AskFlags, ask, withAskFlags } from '../prompt/ask.js';
import type { Row } from '../prompt/formats.js';
import { printRecords } from '../prompt/record-printer.js';
import type { Terminal } from '../terminal.js';

interface MeFlags extends AskFlags {
  readonly include: readonly UserInclude[];
}

type WholeUser = User<UserInclude>;

const rowsOf = (
  user: WholeUser,
  organizations: WholeUser['organizations'],
  boards: WholeUser['boards'],
): readonly Row[] => [
  { type: user.type, id: user.id, title: user.attributes.name, detail: user.attributes.email },
  ...organizations.map(({ type, id, attributes }) => ({
    type,
    id,
    title: attributes.name,
    detail: `${attributes.organizationType}, ${attributes.role}`,
  })),
  ...boards.map(({ type, id, attributes }) => ({
    type,
    id,
    title: attributes.title,
    updated: attributes.updatedAt,
  })),
];

const run = async (flags: MeFlags, terminal: Terminal): Promise<void> => {
  await ask(flags, terminal, async ({ client, output, options }) => {
    const { include } = flags;
    const outcome = await client.me<UserInclude>({ include, ...options });
    const user: WholeUser = valueOf(outcome);
    const organizations = include.includes('organizations') ? user.organizations : [];
    const boards = include.includes('boards') ? user.boards : [];
    const rows = rowsOf(user, organizations, boards);
    const records = [user, ...organizations, ...boards];
    await output.write(printRecords({ whole: user, records, rows }, flags.format));
  });
};

/** `tallyboard me`: to whom the key belongs, and the organizations it can ask about. */
export const meCommand = (terminal: Terminal): Command =>
  withAskFlags(
    new Command('me')
      .description("the user of the API key and this user's organizations")
      .option(
        '--include <words>',
        `what to show beside: ${userIncludes.join(',')}`,
        listOf(userIncludes),
        ['organizations'],
      ),
    'tallyboard me --include organizations,boards',
    false,
  ).action((flags: MeFlags) => run(flags, terminal));
