import * as nodeHttp from 'node:http';
import * as pglite from '@electric-sql/pglite';
import * as nodeServer from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import * as hono from 'hono';
import { describe, expect, it } from 'vitest';
import * as core from '../../packages/core/src/index.js';
import * as vocabulary from '../../packages/core/src/vocabulary.js';
import * as http from '../../packages/http/src/index.js';
import { documentAt } from './documents.test-kit.js';
import { programsOf } from './examples.test-kit.js';

const fences = ['README.md', 'docs/front.md', 'docs/tutorial.md', 'docs/recipes.md'].flatMap(
  (page) => documentAt(page).fences,
);
const everyProgram = programsOf(fences, {
  '@tallyboard/core': core,
  '@tallyboard/core/vocabulary': vocabulary,
  '@tallyboard/http': http,
  '@hono/node-server': nodeServer,
  '@electric-sql/pglite': pglite,
  'node:http': nodeHttp,
  hono,
  express: { __esModule: true, default: express },
  fastify: { __esModule: true, default: fastify },
});
// `npm run packages` runs those that are for a runner of tests.
const programs = everyProgram.filter(({ name }) => !name.endsWith('.test.ts'));

describe('README.md, docs/front.md, docs/tutorial.md and docs/recipes.md', () => {
  it('has programs', () => {
    expect(programs.length).toBeGreaterThan(8);
  });

  it('has no program of more than 65 lines, and no recipe of more than 40', () => {
    const recipes = documentAt('docs/recipes.md').fences;
    const linesOf = ({ text }: { readonly text: string }): number => text.split('\n').length;
    expect(Math.max(...fences.map(linesOf))).toBeLessThanOrEqual(65);
    expect(Math.max(...recipes.map(linesOf))).toBeLessThanOrEqual(40);
  });

  it.each(programs)('line $line: prints what it says', async ({ run, output }) => {
    expect(await run()).toBe(output);
  });
});
