import { answeredWith } from '../judge/check.js';
import type { Rule } from '../model/rule.js';
import { must } from './rule.js';

const refusedBy = (id: string, clause: string, probe: string, status: number): Rule =>
  must(id, clause, String(status), [probe], answeredWith(status));

/** Section 4: headers of every request. */
export const section4: readonly Rule[] = [
  must(
    '4-T1',
    'X-API-KEY is required.',
    '401 without it, on both analytics endpoints',
    ['AU1', 'AU2'],
    answeredWith(401),
  ),
  must(
    '4-T2a',
    'Accept is optional; without it the media type of the API is served.',
    '200 without Accept and with application/vnd.api+json',
    ['MV1', 'MV2', 'RV1', 'RV2'],
    answeredWith(200),
  ),
  refusedBy('4-T2b', 'Any other Accept is refused on the metrics endpoint.', 'MN4', 406),
  refusedBy('4-T2c', 'Any other Accept is refused on the roster endpoint.', 'RN19', 406),
  refusedBy('4-T3a', 'The Content-Type of a POST must be application/json.', 'MN2', 415),
];
