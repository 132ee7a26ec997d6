// What is asked, and how answers are read.

import { loadVocabulary } from './shipped.mjs';

/** @typedef {{ path: string, init: RequestInit }} Asked */

const { metricCatalog } = await loadVocabulary();
/** Metrics that need no property. */
const free = Object.entries(metricCatalog).filter(([, { properties }]) =>
  Object.values(properties).every((property) => property?.requirement !== 'required'),
);
const all = free.map(([name]) => ({ name }));
const months = free.flatMap(([name, { monthlyKey }]) => (monthlyKey === null ? [] : [{ name }]));
const userType = ['student', 'teacher'];
const more = [
  { name: 'memberCount', status: ['active', 'inactive'] },
  { name: 'peerInteractionCount', userType },
  { name: 'attachmentCountByCategory', userType },
  { name: 'wallEngagementMinutes', userType: [...userType, 'anonymous'] },
  { name: 'topBoards', sortBy: ['posts', 'visitors'] },
  { name: 'topUsers', sortBy: ['posts', 'boards'] },
  { name: 'topUsers', sortBy: 'posts', userType: 'teacher' },
  { name: 'topMedia', mediaType: ['video', 'audio'] },
];
const ranges = [{}, { from: '2025-01', to: '2026-06' }, { from: '2026-03', to: '2026-03' }];

/** @param {string} org @param {string} key @returns {Asked[]} */
export const metricsOf = (org, key) =>
  ranges
    .flatMap((range) => [
      { metrics: [...all, ...more], ...range },
      { metrics: months, dimensions: ['month'], ...range },
    ])
    .map((body) => ({
      path: `/v1/organizations/${org}/analytics`,
      init: {
        method: 'POST',
        headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      },
    }));

/** @param {string} org @param {string} key @returns {Asked[]} */
export const rosterOf = (org, key) =>
  [
    'sort=posts&order=desc',
    'sort=lastActivityDate&page=3',
    'status[]=active&userType[]=student',
    'q=an',
  ].map((query) => ({
    path: `/v1/organizations/${org}/analytics/users?${query}&perPage=100`,
    init: { headers: { 'X-API-KEY': key } },
  }));

/** The body once nothing is pending. @param {string} address @param {Asked} asked */
export const readyBody = async (address, { path, init }) => {
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await fetch(`${address}${path}`, init);
    const text = await response.text();
    if (response.status === 200) return text;
    if (response.status !== 202) throw new Error(`${response.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('pending for two minutes');
};

/** @param {readonly string[]} addresses @param {Asked} asked */
export const requestsPerSecond = async (addresses, { path, init }) => {
  const end = performance.now() + 2_000;
  let done = 0;
  const client = async (/** @type {number} */ number) => {
    while (performance.now() < end) {
      const response = await fetch(`${addresses[number % addresses.length]}${path}`, init);
      await response.arrayBuffer();
      if (response.status === 200) done += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, number) => client(number)));
  return done / 2;
};
