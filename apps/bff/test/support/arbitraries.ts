import { type Operation } from '@despacho/contracts';
import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';

/** The parts of JSON Schema that the contracts come to. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** Long enough to show what happens, short enough to read. */
const MOST = 6;

const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

/** Forms whose patterns are too long to be met by chance, or say no more than that it is one line. */
const FORMS: Readonly<Record<string, Arbitrary<string>>> = {
  date: moment.map((at) => at.toISOString().slice(0, 10)),
  'date-time': moment.map((at) => at.toISOString()),
  uuid: fc.uuid(),
};
const ONE_LINE = String.raw`^[^\p{Cc}\p{Cs}]*$`;

/** Lists in an address: what may stand in them is checked by the contract and told by no schema. */
const LISTS: Readonly<Record<string, Arbitrary<string>>> = Object.fromEntries(
  Object.entries({
    estado: ['pendiente', 'en_ruta,entregada'],
    repartidor: ['7', '7,12'],
    distrito: ['150101'],
    cliente: ['C7', 'C7,C8'],
    marca: ['vencidas'],
  }).flatMap(([name, values]) => [
    [name, fc.constantFrom(...values)],
    [`no_${name}`, fc.constantFrom(...values)],
  ]),
);

function stringOf({ pattern, format = '', minLength = 0, maxLength = 24 }: Schema): Arbitrary<string> {
  const form = FORMS[format];
  if (form) return form;
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 24), unit: 'grapheme' });
  return pattern === undefined || pattern === ONE_LINE ? plain : fc.stringMatching(new RegExp(pattern));
}

function objectOf({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, LISTS[name] ?? valueOf(field)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

function typedValueOf(type: string | undefined, schema: Schema): Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 });
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MOST, Math.max(MOST, schema.minItems ?? 0)),
      });
    case 'object':
      return objectOf(schema);
    case undefined:
    default:
      throw new Error(`A contract holds ${JSON.stringify(schema).slice(0, 80)}, which no sample can be made of yet`);
  }
}

function valueOf(schema: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valueOf));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => typedValueOf(type, schema)));
  return typedValueOf(schema.type, schema);
}

/** @returns values that satisfy a contract. What JSON Schema cannot say is left to the contract itself. */
export function arbitraryOf(contract: z.ZodMiniType): Arbitrary<unknown> {
  const schema = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema;
  return valueOf(schema).filter((value) => contract.safeParse(value).success);
}

/** Two of a list are as good as six, and each is spoiled in every way there is. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}

const samples = new WeakMap<z.ZodMiniType, string>();

/** @returns one value that satisfies a contract, the same one each time: what is rarely met by chance is looked for once. */
export function sampleOf(contract: z.ZodMiniType): unknown {
  let known = samples.get(contract);
  if (known === undefined) {
    const [value] = fc.sample(arbitraryOf(contract), { numRuns: 1, seed: 20 });
    const short = shortened(value);
    known = JSON.stringify(contract.safeParse(short).success ? short : value);
    samples.set(contract, known);
  }
  return JSON.parse(known) as unknown;
}

/** @returns what an upstream may answer an operation, or undefined where that is no JSON. */
export const sampleAnswer = ({ response }: Operation): unknown =>
  response === null || 'stream' in response ? undefined : sampleOf(response);
