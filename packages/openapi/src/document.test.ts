import { readFileSync } from 'node:fs';
import { validate } from '@scalar/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { metricNames, violations } from '@tallyboard/core/vocabulary';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiDocument, resultSchema } from './document.js';
import {
  committed,
  documentText,
  faultsOf,
  isValid,
  operations,
  ref,
  type Schema,
} from './document.test-kit.js';

const copy = (): Record<string, unknown> => structuredClone(committed);

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

  test('without examples, it is openapi.yaml with the tables of the core', () => {
    const source: unknown = parse(
      readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'),
    );
    const results = Object.fromEntries(metricNames.map((name) => [name, null])) as never;
    const bare = (document: unknown): unknown =>
      JSON.parse(
        JSON.stringify(document, (key, part: unknown) => (key === 'examples' ? undefined : part)),
      );
    expect(bare(openApiDocument(source, { exchanges: [], results }))).toEqual(bare(committed));
    const unknown = { ...(source as object), tags: '${limits.none}' };
    expect(() => openApiDocument(unknown, { exchanges: [], results })).toThrow(/limits\.none/);
  });

  test('it names every violation with its rule', () => {
    const named = [
      ...documentText.matchAll(
        /"rule": \{\s*"type": "string",\s*"const": "([\d.]+)"\s*\},\s*"violation": (\{[^}]*\})/g,
      ),
    ];
    const found = named.flatMap(([, rule, schema]) => {
      const { const: one, enum: several = [one] } = JSON.parse(schema ?? '') as {
        const?: string;
        enum?: string[];
      };
      return several.map((violation) => `${rule} ${violation}`);
    });
    const wanted = Object.entries(violations).map(([violation, rule]) => `${rule} ${violation}`);
    expect([...new Set(found)].toSorted()).toEqual(wanted.toSorted());
  });
});

type Content = Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>;

const contents = operations.flatMap(({ operationId, requestBody, responses }) => [
  ...(requestBody === undefined ? [] : [[operationId, requestBody.content] as const]),
  ...Object.entries(responses).map(
    ([status, { content }]) => [`${operationId} ${status}`, content] as const,
  ),
]);

const examplesIn = (content: Content): readonly (readonly [Schema, unknown])[] =>
  Object.values(content).flatMap(({ schema = {}, examples = {} }) =>
    Object.values(examples).map((example) => [
      schema,
      (example as OpenAPIV3_1.ExampleObject).value,
    ]),
  );

describe('every example is as its schema says', () => {
  test.each(contents)('%s', (_place, content) => {
    for (const [schema, value] of examplesIn(content)) expect(faultsOf(schema, value)).toEqual([]);
  });

  test.each(metricNames)('%s', (name) => {
    const result = resultSchema(name);
    const [example] = (committed.components.schemas[result]?.examples ?? []) as unknown[];
    expect(faultsOf(ref(result), example)).toEqual([]);
    expect(isValid(ref(result), { ...(example as object), data: 'many' })).toBe(false);
  });
});
