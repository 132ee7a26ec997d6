import { describe, expect, it } from 'vitest';
import type { MetricState } from '../api/figure.js';
import { planned } from '../request/requests.test-kit.js';
import { metricsAnswer } from './metrics-answer.js';

const plan = planned({
  metrics: [{ name: 'postCount' }, { name: 'memberCount', userType: 'teacher' }],
  from: '2026-01',
  to: '2026-02',
});
const ready: MetricState = { status: 'ready', data: 0 };
const pending: MetricState = { status: 'pending' };
const failed: MetricState = { status: 'failed', code: 'COMPUTATION_FAILED', detail: 'No luck.' };
const first = { name: 'postCount', properties: { userType: ['all'] } };
const second = { name: 'memberCount', properties: { status: 'all', userType: ['teacher'] } };
const reason = { code: 'COMPUTATION_FAILED', detail: 'No luck.' };

describe('3: how states become an answer', () => {
  it('ready: everything is in data', () => {
    expect(metricsAnswer(plan, [ready, ready], 5)).toEqual({
      status: 200,
      document: {
        data: {
          id: plan.organization.id,
          type: 'organizationAnalytics',
          attributes: {
            metrics: [
              { ...first, data: 0 },
              { ...second, data: 0 },
            ],
          },
        },
        meta: {
          status: 'ready',
          dateRange: { from: '2026-01-01', to: '2026-02-28' },
          pending: [],
          errors: [],
        },
      },
    });
  });

  it('pending: a 202 with a wait, and no figure for what is not ready', () => {
    const { status, retryAfterSeconds, document } = metricsAnswer(plan, [ready, pending], 2.2);
    expect([status, retryAfterSeconds]).toEqual([202, 3]);
    expect(document.meta).toMatchObject({ status: 'pending', pending: [second], retryAfter: 3 });
    expect(document.data.attributes.metrics).toEqual([{ ...first, data: 0 }]);
  });

  it('pending outranks failed, which is told at once', () => {
    const { status, document } = metricsAnswer(plan, [failed, pending], 0);
    expect(status).toBe(202);
    expect(document.meta).toMatchObject({ errors: [{ ...first, ...reason }], retryAfter: 1 });
  });

  it('partial: a 200 without a wait, failed metrics in errors and not in data', () => {
    const { status, document } = metricsAnswer(plan, [failed, failed], 9);
    expect(status).toBe(200);
    expect(document.data.attributes.metrics).toEqual([]);
    expect(document.meta).toEqual({
      status: 'partial',
      dateRange: { from: '2026-01-01', to: '2026-02-28' },
      pending: [],
      errors: [
        { ...first, ...reason },
        { ...second, ...reason },
      ],
    });
  });
});
