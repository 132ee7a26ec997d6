import { validate } from '@scalar/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { metricNames } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { documentOf } from './document.js';
import { committed, documentText, faultsOf, isValid } from './document.test-kit.js';
import type { Examples } from './examples.js';
import type { Content } from './paths/openapi.js';
import { ref, type Schema } from './schema.js';

const copy = (): Record<string, unknown> =>
  structuredClone(committed) as unknown as Record<string, unknown>;

const noExamples: Examples = {
  exchanges: [],
  results: Object.fromEntries(metricNames.map((name) => [name, null])) as Examples['results'],
};

describe('the document is valid', () => {
  test('by @seriousme/openapi-schema-validator', async () => {
    expect(await new Validator().validate(copy())).toEqual({ valid: true });
    const damaged = { ...copy(), paths: { 'v1/me': {} } };
    expect((await new Validator().validate(damaged)).valid).toBe(false);
  });

  test('by @scalar/openapi-parser', async () => {
    expect(await validate(documentText)).toMatchObject({ valid: true, errors: [] });
    const damaged = documentText.replace('"responses"', '"answers"').replace('"info"', '"about"');
    expect((await validate(damaged)).valid).toBe(false);
  });

  test('without examples too, and has the schemas of the committed one', () => {
    const { components, paths } = documentOf(noExamples);
    const withoutExamples = (schemas: Readonly<Record<string, Schema>>): unknown =>
      JSON.parse(JSON.stringify(schemas, (key, part: unknown) => (key === 'examples' ? [] : part)));
    expect(withoutExamples(components.schemas)).toEqual(
      withoutExamples(committed.components.schemas),
    );
    expect(Object.keys(paths)).toEqual(Object.keys(committed.paths));
  });

  test('every reference leads to something, and everything is referred to', () => {
    const named = (kind: 'schemas' | 'headers'): readonly string[] =>
      Object.keys(committed.components[kind]).map((name) => `#/components/${kind}/${name}`);
    const found = [...documentText.matchAll(/"(#\/components\/[^"]+)"/g)].map(([, at]) => at);
    expect([...new Set(found)].toSorted()).toEqual(
      [...named('schemas'), ...named('headers')].toSorted(),
    );
  });
});

const contents = Object.values(committed.paths)
  .flatMap(({ get, post }) => [get, post])
  .filter((operation) => operation !== undefined)
  .flatMap(({ operationId, requestBody, responses }) => [
    ...(requestBody === undefined ? [] : [[operationId, requestBody.content] as const]),
    ...Object.entries(responses).map(
      ([status, { content }]) => [`${operationId} ${status}`, content] as const,
    ),
  ]);

const examplesIn = (content: Content): readonly (readonly [Schema, unknown])[] =>
  Object.values(content).flatMap(({ schema, examples = {} }) =>
    Object.values(examples).map(({ value }) => [schema, value] as const),
  );

describe('every example is as its schema says', () => {
  test.each(contents)('%s', (_place, content) => {
    for (const [schema, value] of examplesIn(content)) expect(faultsOf(schema, value)).toEqual([]);
  });

  test.each(metricNames)('%s', (name) => {
    const result = `${name.charAt(0).toUpperCase()}${name.slice(1)}Result`;
    const [example] = committed.components.schemas[result]?.examples ?? [];
    expect(faultsOf(ref(result), example)).toEqual([]);
    expect(isValid(ref(result), { ...(example as object), data: 'many' })).toBe(false);
  });

  test('there is one for every status that one key and one service can show', () => {
    const shown = contents.filter(([, content]) => examplesIn(content).length > 0);
    const statuses = new Set(shown.map(([place]) => place.split(' ')[1]));
    expect([...statuses].toSorted()).toEqual(
      [
        '200',
        '202',
        '400',
        '401',
        '404',
        '406',
        '413',
        '415',
        '429',
        '500',
        '503',
        undefined,
      ].toSorted(),
    );
  });
});
