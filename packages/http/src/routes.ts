import { metrics, roster } from './endpoints/analytics.js';
import { boardDocument, user } from './endpoints/records.js';
import type { Step } from './steps.js';
import {
  acceptable,
  allowance,
  authentication,
  board,
  jsonContent,
  organization,
} from './steps.js';
import { json } from './wire/negotiation.js';

/** One endpoint: where it is, and what a request passes through in this order. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Its path; a segment that begins with a colon stands for an id. */
  readonly path: string;
  readonly steps: readonly Step[];
}

/** The four endpoints (4.1 to 4.4). The order of the steps is the order in which faults are reported. */
export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/organizations/:organizationId/analytics',
    steps: [authentication, allowance('metrics'), organization, acceptable(), jsonContent, metrics],
  },
  {
    method: 'GET',
    path: '/v1/organizations/:organizationId/analytics/users',
    steps: [authentication, allowance('roster'), organization, acceptable(), roster],
  },
  {
    method: 'GET',
    path: '/v1/boards/:boardId',
    steps: [authentication, allowance('board'), board, acceptable(json), boardDocument],
  },
  {
    method: 'GET',
    path: '/v1/me',
    steps: [authentication, allowance('user'), acceptable(json), user],
  },
];
