import * as z from 'zod/mini';
import { OPERATIONS } from '../operations.ts';
import { type Operation } from '../operation.ts';
import { problem, PROBLEM_MEDIA_TYPE } from '../problem.ts';

type Json = Record<string, unknown>;

/** @returns a schema as JSON Schema, of its `input` or its `output`. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const rest: Json = { ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }) };
  delete rest['$schema'];
  return rest;
}

function parameters(schema: z.ZodMiniType | null, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: shape,
  }));
}

function success({ response }: Operation): Json {
  if (response === null) return { 204: { description: 'Hecho' } };
  if ('stream' in response)
    return {
      200: {
        description: response.file ? 'Archivo' : 'Flujo',
        content: Object.fromEntries(
          (response.file ?? [response.stream]).map((type) => [type, { schema: { type: 'string' } }]),
        ),
      },
    };
  return {
    200: { description: 'Respuesta', content: { 'application/json': { schema: jsonSchema(response, 'output') } } },
  };
}

function describe(id: string, operation: Operation): Json {
  return {
    operationId: id,
    summary: operation.summary,
    tags: [id.split('.')[0]],
    parameters: [...parameters(operation.params, 'path'), ...parameters(operation.query, 'query')],
    ...(operation.upload && {
      requestBody: { required: true, content: Object.fromEntries(operation.upload.map((type) => [type, {}])) },
    }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(operation.body, 'input') } },
      },
    }),
    responses: {
      ...success(operation),
      default: {
        description: 'Problema (RFC 9457)',
        content: { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** @returns the OpenAPI 3.1 description of the gateway, generated from the operation map. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries(OPERATIONS) as [string, Operation][]) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(id, operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Despacho: API de la pasarela', version: '1.0.0' },
    paths,
    components: { schemas: { Problem: jsonSchema(problem, 'output') } },
  };
}
