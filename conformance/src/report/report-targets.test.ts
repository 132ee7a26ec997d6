import { expect, it } from 'vitest';
import { readReportTargets } from './report-targets.js';

it('reads formats and files, commas in names included', () => {
  expect(readReportTargets('json=out/a,b.json,html=report.html,md=-').targets).toEqual([
    { format: 'json', file: 'out/a,b.json' },
    { format: 'html', file: 'report.html' },
    { format: 'md', file: '-' },
  ]);
});

it.each(['', 'json', 'json=', 'xml=a', 'toString=a', 'json=a,pdf=b'])(
  'does not know %s',
  (text) => {
    expect(readReportTargets(text).fault).toContain('it takes json=FILE, junit=FILE');
  },
);
