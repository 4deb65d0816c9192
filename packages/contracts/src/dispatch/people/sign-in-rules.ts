import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { id, officeId } from '../../subjects/shared.ts';
import { actor, inOffice, version } from '../platform/fields.ts';

/** Maximum of days of grace, during which people sign in without a required second factor. */
export const MAX_GRACE_DAYS = 60;

const SIGN_IN_RULES = {
  access: ['G01'],
  office: { in: 'query', name: 'officeId' },
  charge: 'S',
  directory: true,
  inClosedOffice: true,
} as const;

// No name contains `password`, because the gateway removes such fields from answers.
const fields = {
  /** Who must have a second factor. */
  required: z.strictObject({
    company: z.boolean(),
    /** Everybody with charge S. */
    chargeS: z.boolean(),
    offices: z.array(officeId).check(z.maxLength(200)),
  }),
  graceDays: z.int().check(z.minimum(0), z.maximum(MAX_GRACE_DAYS)),
  /** Whether people may sign in with username and password. Only a company with a provider may disable it. */
  byUsername: z.boolean(),
  /** Whether new passwords need 15 characters, unless the whole company must have a second factor or has a provider. */
  longer: z.boolean(),
};

/** How the people of a company sign in. */
export const signInRules = z.object({
  version: z.int(),
  required: z.object({ company: z.boolean(), chargeS: z.boolean(), offices: z.array(z.string()) }),
  graceDays: z.int(),
  byUsername: z.boolean(),
  longer: z.boolean(),
  /** Whether this installation can store second factors; otherwise none can be required. */
  available: z.boolean(),
  /** Name of the company's provider; null without one. */
  provider: z.nullable(z.string()),
  /** Number of active people who must have a second factor, and of those who still lack it. */
  people: z.object({ required: z.int(), missing: z.int() }),
  /** Null until somebody changed them. */
  changed: z.nullable(z.object({ at: z.iso.datetime(), by: actor })),
} satisfies Record<keyof typeof fields, unknown> & Record<string, unknown>);

export type SignInRules = z.infer<typeof signInRules>;

const edit = z.strictObject({ version, changes: z.partial(z.strictObject(fields)) });

export type SignInRulesEdit = z.infer<typeof edit>;

export const signInRulesOperations = {
  'signInRules.read': operation('GET', '/api/sign-in-rules', {
    summary: 'Cómo ingresan las personas de la empresa: segundo paso, contraseña (cargo S)',
    policy: SIGN_IN_RULES,
    query: inOffice,
    response: signInRules,
  }),
  'signInRules.edit': operation('POST', '/api/sign-in-rules', {
    summary: 'Cambia cómo ingresan las personas de la empresa (cargo S)',
    policy: SIGN_IN_RULES,
    query: inOffice,
    body: edit,
    response: signInRules,
  }),
  'people.permitFactor': operation('POST', '/api/people/:id/permit-factor', {
    summary:
      'Permite a una persona activar su segundo paso desde un lugar nuevo: una vez, 24 horas (cargo S, nunca el propio)',
    policy: SIGN_IN_RULES,
    params: z.strictObject({ id }),
    query: inOffice,
    response: z.object({ until: z.iso.datetime() }),
  }),
};
