import { describe, expect, it } from 'vitest';
import { metricCatalog } from '../catalog/metric-catalog.js';
import { metricNames } from '../model/metric.js';
import { organizationTypes } from '../model/organization.js';
import { refused } from './requests.test-kit.js';

const safety = metricNames.filter((name) => metricCatalog[name].contentSafety);

describe('4.1.9: no content safety for teams', () => {
  it('concerns six metrics', () => {
    expect(safety).toHaveLength(6);
  });

  it.each(safety)('refuses %s of a team', (name) => {
    expect(refused([{ name }], {}, 'team')).toEqual(['contentSafetyNotForTeams /metrics/0']);
  });

  it.each(organizationTypes.filter((type) => type !== 'team'))('accepts them of a %s', (type) => {
    expect(
      refused(
        safety.map((name) => ({ name })),
        {},
        type,
      ),
    ).toEqual([]);
  });
});
