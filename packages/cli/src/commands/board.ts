import { type Board, type Comment, type Post, type Section, valueOf } from '@tallyboard/client';
import { type BoardInclude, boardIncludes } from '@tallyboard/core';
import { Command } from 'commander';
import { listOf } from '../flags.js';
import { type AskFlags, ask, withAskFlags } from '../prompt/ask.js';
import type { Row } from '../prompt/formats.js';
import { printRecords } from '../prompt/record-printer.js';
import { waitingLine } from '../prompt/waiting-line.js';
import type { Terminal } from '../terminal.js';

interface BoardFlags extends AskFlags {
  readonly include: readonly BoardInclude[];
}

type WholeBoard = Board<BoardInclude>;

const sectionRow = ({ type, id, attributes }: Section): Row => ({
  type,
  id,
  title: attributes.title,
  updated: attributes.updatedAt,
});

const postRow = ({ type, id, attributes }: Post): Row => ({
  type,
  id,
  title: attributes.content.subject,
  detail: attributes.author?.shortName ?? 'anonymous',
  updated: attributes.updatedAt,
});

const commentRow = ({ type, id, attributes, post }: Comment): Row => ({
  type,
  id,
  title: attributes.content,
  detail: post.id,
  updated: attributes.updatedAt,
});

const boardRow = ({ type, id, attributes }: WholeBoard): Row => ({
  type,
  id,
  title: attributes.title,
  detail: attributes.builder.shortName,
  updated: attributes.updatedAt,
});

const run = async (id: string, flags: BoardFlags, terminal: Terminal): Promise<void> => {
  await ask(flags, terminal, async ({ client, output }) => {
    const { onProgress, clear } = waitingLine(terminal.stderr, terminal.now);
    const { include } = flags;
    const outcome = await client.board<BoardInclude>(id, {
      include,
      signal: output.signal,
      onProgress,
    });
    clear();
    const board: WholeBoard = valueOf(outcome);
    // What was not included is a name, and no row.
    const sections = include.includes('sections') ? board.sections : [];
    const posts = include.includes('posts') ? board.posts : [];
    const comments = include.includes('comments') ? board.comments : [];
    const rows = [
      boardRow(board),
      ...sections.map(sectionRow),
      ...posts.map(postRow),
      ...comments.map(commentRow),
    ];
    const records = [board, ...sections, ...posts, ...comments];
    await output.write(printRecords({ whole: board, records, rows }, flags.format));
  });
};

/** `tallyboard board`: a board and what stands on it. */
export const boardCommand = (terminal: Terminal): Command =>
  withAskFlags(
    new Command('board')
      .description('a board, and what stands on it')
      .argument('<id>', 'the last part of its web address')
      .option(
        '--include <words>',
        `what to show beside it: ${boardIncludes.join(',')}`,
        listOf(boardIncludes),
        [],
      ),
    'tallyboard board BOARD_ID --include sections,posts',
    false,
  ).action((id: string, flags: BoardFlags) => run(id, flags, terminal));
