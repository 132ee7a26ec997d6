import { type Board, valueOf } from '@tallyboard/client';
import { type BoardInclude, boardIncludeRows, boardIncludes } from '@tallyboard/core';
import { Command, Option } from 'commander';
import { listOf } from '../flags.js';
import { type AskFlags, ask, withAskFlags } from '../prompt/ask.js';
import type { Row } from '../prompt/formats.js';
import { printRecords } from '../prompt/record-printer.js';
import type { Terminal } from '../terminal.js';

interface BoardFlags extends AskFlags {
  readonly include: readonly BoardInclude[];
}

type WholeBoard = Board<BoardInclude>;

type Shown = WholeBoard | WholeBoard[BoardInclude][number];

const namesOf = (record: Shown): Row => {
  switch (record.type) {
    case 'board':
      return { title: record.attributes.title, detail: record.attributes.builder.shortName };
    case 'section':
      return { title: record.attributes.title };
    case 'post':
      return {
        title: record.attributes.content.subject,
        detail: record.attributes.author?.shortName ?? 'anonymous',
      };
    case 'comment':
      return { title: record.attributes.content, detail: record.post.id };
  }
};

const rowOf = (record: Shown): Row => ({
  type: record.type,
  id: record.id,
  ...namesOf(record),
  updated: record.attributes.updatedAt,
});

const run = async (id: string, flags: BoardFlags, terminal: Terminal): Promise<void> => {
  await ask(flags, terminal, async ({ client, output, options }) => {
    const { include } = flags;
    const outcome = await client.board<BoardInclude>(id, { include, ...options });
    const board: WholeBoard = valueOf(outcome);
    // What was not included is only a link, without a row.
    const shown = boardIncludeRows.filter(({ word }) => include.includes(word));
    const records = [board, ...shown.flatMap(({ word }): readonly Shown[] => board[word])];
    const rows = records.map(rowOf);
    await output.write(printRecords({ whole: board, records, rows }, flags.format));
  });
};

/** `tallyboard board`: a board and what is on it. */
export const boardCommand = (terminal: Terminal): Command =>
  withAskFlags(
    new Command('board')
      .description('a board and its content')
      .argument('<id>', 'the last part of its web address')
      .addOption(
        new Option('--include <words>', `what to show beside it: ${boardIncludes.join(',')}`)
          .argParser(listOf(boardIncludes))
          .default([], 'nothing'),
      ),
    'tallyboard board BOARD_ID --include sections,posts',
    false,
  ).action((id: string, flags: BoardFlags) => run(id, flags, terminal));
