import {
  metricNames,
  organizationTypes,
  propertyNames,
  roles,
  rosterSorts,
} from '@tallyboard/core/vocabulary';

/** Words of the API, right in one place and wrong in most others (section 2). */
export const knownWords: readonly string[] = [
  ...metricNames,
  ...propertyNames,
  ...roles,
  ...organizationTypes,
  ...rosterSorts,
  ...['all', 'anonymous', 'active', 'inactive', 'invited', 'joined', 'visitors', 'video', 'audio'],
  ...['metrics', 'dimensions', 'month', 'from', 'to', 'name', 'page', 'perPage', 'q', 'sort'],
  ...['2026-01', '2026-11', '2026-12', '2021-01', '2020-12', '9999-12', '2026-13', '2026-1'],
  ...['2026-02-29', '2026-02-03T04:05:06.789Z', '2026-02-03T24:00:00Z', '0000-00'],
];

/** Texts that programs trip over: names of prototypes, signs with a meaning, halves of characters. */
export const oddTexts: readonly string[] = [
  ...'| |__proto__|constructor|prototype|toString|hasOwnProperty|$|length|null|true'.split('|'),
  ...['0', '-1', '007', '1e3', '9'.repeat(400), 'NaN', 'undefined', '[object Object]'],
  ...['\0', '\n', '\r\nX-Injected: 1', '"', '\\', '/', '~', '~1', '%', '%00', '%zz', '../..'],
  '<b>',
  ...['\ud800', '\udfff\ud800', '\ufeff', '\u2028', 'e\u0301', '\u212a', '\u{1f418}', 'ß', 'İ'],
  ...['x'.repeat(300), ','.repeat(50), "' OR 1=1 --", '$' + '{7*7}', '{{7*7}}'],
];

/** Values of JSON that programs trip over. */
export const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.5, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53)],
  ...[[], {}, [[]], [null], [{}], { '': null }, [[[[[[[[]]]]]]]], { name: {} }],
];
