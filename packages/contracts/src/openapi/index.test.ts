import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../operations.ts';
import { type Operation } from '../operation.ts';
import { openApi } from './index.ts';

type Described = Record<
  string,
  { operationId: string; parameters: { name: string; in: string }[]; requestBody?: object }
>;

const description = openApi();
const paths = description['paths'] as Record<string, Described>;
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('openApi', () => {
  it('matches docs/openapi.json (npm run openapi -w @despacho/contracts)', async () => {
    const written = await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(description)));
  });

  it('describes every operation once', () => {
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  it.each(Object.entries(OPERATIONS) as [string, Operation][])(
    '%s: has the documented method, path and body',
    (id, operation) => {
      const entry = described.find(({ operationId }) => operationId === id);
      expect(entry?.method).toBe(operation.method.toLowerCase());
      expect(entry?.path).toBe(operation.path.replace(/:(\w+)/g, '{$1}'));
      expect(entry?.requestBody !== undefined).toBe(operation.body !== null || operation.upload !== undefined);
      const inPath = entry?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `:${name}`);
      expect(inPath).toEqual(operation.path.match(/:\w+/g) ?? []);
    },
  );

  it('reveals no internal host or path', () => {
    expect(JSON.stringify(description)).not.toMatch(/clave|nroDocumento|findPredeterminado|"token"|legacy/i);
  });
});
