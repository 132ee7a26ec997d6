import { formatMonth, monthOfDay } from '../../packages/core/src/model/month.js';
import type { Question } from './question.js';
import { questionsFor } from './works.js';

export const organizationId = 'wksp_0123456789abcdef';
export const apiKey = 'bench-key';
export const path = `/v1/organizations/${organizationId}/analytics`;
export const headers = {
  'Content-Type': 'application/json',
  'X-API-KEY': apiKey,
  'Accept-Encoding': 'identity',
};

/** The body of a request for figures. */
export const bodyOf = (question: Question): string => {
  if (question.ask !== 'metrics') throw new Error('A roster is asked for without a body.');
  const { queries, scope } = question;
  return JSON.stringify({
    metrics: queries.map(({ name, properties }) => ({ name, ...properties })),
    from: formatMonth(monthOfDay(scope.range.from)),
    to: formatMonth(monthOfDay(scope.range.to)),
  });
};

/** Bodies of requests for the dashboard, as a client sends them: 25 entries each, ranges that differ. */
export const dashboardBodies = (count: number, events: number): readonly string[] =>
  questionsFor('dashboard', 0, count, events).map(bodyOf);
