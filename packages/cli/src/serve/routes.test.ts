import { expect, test } from 'vitest';
import { routes } from '../../../http/src/routes.js';
import { destinationOf, routeTemplates } from './routes.js';

test('knows every route that is served', () => {
  for (const { path } of routes) {
    const target = path.replace(/:\w+/g, 'wksp_school0000000');
    const template = path.replace(':organizationId', '{org_id}').replace(':boardId', '{board_id}');
    expect(routeTemplates).toContain(template);
    expect(destinationOf(target).route).toBe(template);
  }
});

const metrics = '/v1/organizations/{org_id}/analytics';

test.each([
  ['/v1/organizations/wksp_school0000000/analytics?q=x', metrics, 'wksp_school0000000'],
  ['/v1/organizations/%77ksp_school0000000/%61nalytics', metrics, 'wksp_school0000000'],
  ['/v1/./organizations/wksp_school0000000/analytics', metrics, 'wksp_school0000000'],
  ['http://a.example/v1/organizations/wksp_school0000000/analytics', metrics, 'wksp_school0000000'],
  // What is no id is not written down: it may be anything.
  ['/v1/organizations/ada@example.org/analytics', metrics, undefined],
  ['/v1/organizations/wksp_a%20b%20c%20d%20e%20f/analytics', metrics, undefined],
  ['/v1/organizations//analytics', 'other', undefined],
  ['/v1/organizations/%zz/analytics', metrics, undefined],
  ['/v1/me?include=boards', '/v1/me', undefined],
  ['/readyz', '/readyz', undefined],
  ['/v1/me/', 'other', undefined],
  ['/a/b/c/d/e/f/g/h', 'other', undefined],
  ['http://[', 'other', undefined],
  ['*', 'other', undefined],
  ['', 'other', undefined],
])('%s', (target, route, organization) => {
  const destination = destinationOf(target);
  expect([destination.route, destination.organization]).toEqual([route, organization]);
});
