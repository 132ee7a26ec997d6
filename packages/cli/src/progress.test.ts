import { describe, expect, it } from 'vitest';
import { formatSeconds, startProgress, statusLine } from './progress.js';

const recorder = (isTTY: boolean) => {
  let written = '';
  return { isTTY, write: (text: string) => (written += text), written: () => written };
};

describe('startProgress', () => {
  it('shows share, rate and time left on a terminal, and then only the closing line', () => {
    const stream = recorder(true);
    let clock = 0;
    const progress = startProgress(stream, {
      label: 'Reading',
      things: 'facts',
      clock: () => clock,
    });
    clock = 2000;
    progress.report(0.25, 5000);
    expect(stream.written()).toBe('\r\u001B[KReading: 25 %, 2,500 facts/s, 6 s left');
    progress.close('Done.');
    expect(stream.written().endsWith('left\r\u001B[KDone.\n')).toBe(true);
  });

  it('does not redraw faster than an eye can follow', () => {
    const stream = recorder(true);
    const progress = startProgress(stream, { label: 'Reading', things: 'facts', clock: () => 7 });
    for (let count = 0; count < 100; count += 1) progress.report(count / 100, count);
    expect(stream.written()).toBe('');
  });
});

it('a line is cut to the width of a narrow terminal', () => {
  const stream = { ...recorder(true), columns: 9 };
  statusLine(stream).show('Reading: 25 %');
  expect(stream.written()).toBe('\r\u001B[KReading: ');
});

describe('formatSeconds', () => {
  it.each([
    [0, '0 s'],
    [59.2, '1 min 0 s'],
    [75, '1 min 15 s'],
    [7260, '2 h 1 min'],
  ])('%d seconds: %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });
});
