import type { BoardPages, BoardRecords } from '@tallyboard/core/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExchange } from '../exchange.js';
import { memoryPorts } from '../memory/memory-ports.js';
import type { Ports } from '../ports.js';
import { now, sampleFacts } from '../sample-facts.test-kit.js';
import { paths } from '../sample-service.test-kit.js';

beforeEach(() => void vi.useFakeTimers({ toFake: [...timers, 'performance'] }));
afterEach(() => void vi.useRealTimers());

const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const ports = memoryPorts(sampleFacts, { now });
const otherBoard = `${paths.board.slice(0, -1)}9`;

/** Every key may read both boards, of 3.6 MB in pages that count as large; the second is of another organization. */
const serving = async () => {
  const records = (await ports.records.boardRecords(sampleFacts.board[0]!)) as BoardRecords;
  const post = { ...records.posts[0]!, content: 'x'.repeat(6_000) };
  const posts = Array.from({ length: 600 }, (_, at) => ({ ...post, id: `p${at}` }));
  const outline = { ...records, sections: [], posts: [], comments: [], attachments: [] };
  const pages: BoardPages = {
    outline,
    isLarge: true,
    async *pages(kind) {
      yield await Promise.resolve(kind === 'posts' ? { ...outline, posts } : outline);
    },
  };
  const findBoard: Ports['records']['findBoard'] = async (id, userId) => {
    const found = (await ports.records.findBoard(sampleFacts.board[0]!.id, userId))!;
    const organizationId = otherBoard.endsWith(id) ? 'other' : found.board.organizationId;
    return { ...found, board: { ...found.board, id, organizationId } };
  };
  return createExchange({
    ...ports,
    keys: { find: () => ({ userId: 'olga' }) },
    records: { ...ports.records, findBoard, boardRecords: () => pages },
  });
};

/** Reads a document at so many bytes a second until its end, or until the service hangs up; the status. */
const read = async (
  exchange: ReturnType<typeof createExchange>,
  [key, path]: readonly [key: string, path: string],
  bytesPerSecond: number,
): Promise<number> => {
  const state = { isGone: false };
  let leave: () => void = () => undefined;
  const { status, body, sent } = await exchange({
    method: 'GET',
    address: `http://localhost${path}?include=posts`,
    header: (name) => (name === 'x-api-key' ? key : null),
    body: () => ({ status: 'brokenOff' }),
    isGone: () => state.isGone,
    hangUp: () => {
      state.isGone = true;
      leave();
    },
  });
  if (!(body instanceof ReadableStream)) {
    sent?.();
    return status;
  }
  const reader = body.getReader();
  leave = () => void reader.cancel();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    await pause((1000 * part.value.length) / bytesPerSecond);
  }
  return state.isGone ? 0 : status;
};

test('beside slow readers of four keys, of 50 requests of an honest key at most one is refused', async () => {
  const exchange = await serving();
  const state = { isOver: false };
  const hostile = async (key: string) => {
    while (!state.isOver)
      if ((await read(exchange, [key, paths.board], 160_000)) !== 200) await pause(200);
  };
  for (let at = 0; at < 16; at += 1) void hostile(`hostile ${at % 4}`);
  const statuses: number[] = [];
  const honest = async (path: string) => {
    for (let times = 0; times < 25; times += 1) {
      statuses.push(await read(exchange, ['honest', path], 10_000_000));
      await pause(100);
    }
  };
  const done = Promise.all([honest(paths.board), honest(otherBoard)]).then(() => {
    state.isOver = true;
  });
  for (let ms = 0; !state.isOver; ms += 10) {
    await vi.advanceTimersByTimeAsync(10);
    await new Promise(setImmediate);
  }
  await done;
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(49);
});
