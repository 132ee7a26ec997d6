import { describe, expect, it } from 'vitest';
import type { Progress } from '../model/progress.js';
import { startLive } from './live.js';

const shownFor = (redraws: boolean, progress: readonly Progress[]): string => {
  const written: string[] = [];
  const live = startLive({
    write: (text) => written.push(text),
    redraws,
    columns: 60,
    timeZone: 'Europe/Berlin',
  });
  for (const one of progress) live.listener(one);
  live.end();
  return written.join('');
};

const sent = (used: number, endpoint: 'metrics' | 'roster' | 'other' = 'metrics'): Progress => ({
  type: 'sent',
  probe: `MV${used}`,
  endpoint,
  used,
  allowance: endpoint === 'other' ? 0 : 60,
});
const waiting: Progress = { type: 'waiting', until: '2026-11-03T12:00:05Z', why: 'quota' };
const clear = '\r\u001b[2K';

describe('a log', () => {
  it('gets the local time at which a wait ends', () => {
    expect(shownFor(false, [sent(9), waiting])).toBe(
      'metrics 9/60  roster 0  waiting until 13:00:05: the allowance is used up\n',
    );
  });

  it('gets notes and broken connections', () => {
    const text = shownFor(false, [
      { type: 'note', message: 'hello \u001b[2J' },
      { type: 'answered', probe: 'MV1', endpoint: 'metrics', status: null, elapsedMs: 3 },
      { type: 'answered', probe: 'MV1', endpoint: 'metrics', status: 200, elapsedMs: 3 },
    ]);
    expect(text).toBe('hello \\u{1b}[2J\nno answer to MV1 (metrics)\n');
  });
});

describe('a terminal', () => {
  it('has one line that is drawn anew, and taken away in the end', () => {
    expect(shownFor(true, [sent(1), sent(2, 'roster'), sent(3, 'other')])).toBe(
      [
        `${clear}metrics 1/60  roster 0  MV1`,
        `${clear}metrics 1/60  roster 2/60  MV2`,
        `${clear}metrics 1/60  roster 2/60  other 3  MV3`,
        clear,
      ].join(''),
    );
  });

  it('keeps that line shorter than its width', () => {
    const [line = ''] = shownFor(true, [waiting]).split(clear).slice(1);
    expect(line).toContain('waiting until 13:00:05');
    expect(line.length).toBeLessThan(60);
  });
});
