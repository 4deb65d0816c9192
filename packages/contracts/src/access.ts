import { MODULE_CODES, type ModuleCode } from './modules.ts';

/** Who may use something: everyone signed in, or people with at least one of the modules. */
export type Access = 'session' | readonly ModuleCode[];

const DASHBOARD = MODULE_CODES.filter((code) => code.startsWith('D'));

/** Screens by their path segment. Menu and guards of the web read this. */
export const SCREEN_ACCESS = {
  dashboard: DASHBOARD,
  map: ['M01'],
  assing: ['U01'],
  images: ['T02'],
  clients: ['000'],
  permissions: ['G01'],
} as const satisfies Record<string, Access>;

export type Screen = keyof typeof SCREEN_ACCESS;

/** The modules that open «Informes». */
export const REPORT_ACCESS = ['D01', 'D02', 'D03', 'D05'] as const satisfies Access;

/**
 * The modules that may receive each live event. The person an event is about always receives it, so that a lost
 * permission takes effect.
 */
export const EVENT_ACCESS = {
  'permissions.changed': ['G01'],
} as const satisfies Record<string, Access>;

/** @returns whether a signed-in person with the modules `codes` satisfies `access`. */
export const mayUse = (access: Access | 'everyone' | 'public', codes: readonly string[]): boolean =>
  typeof access === 'string' || access.some((code) => codes.includes(code));

/** Who may call an operation, as its policy states it. */
interface Callers {
  access: Access | 'everyone' | 'public';
  also?: readonly string[] | undefined;
  alsoUnless?: string | undefined;
}

/**
 * @returns whether the modules `codes` satisfy `access` and include every module of `also`. A person with the charge
 * `alsoUnless` need not have those of `also`.
 */
export const mayCall = (
  { access, also = [], alsoUnless }: Callers,
  codes: readonly string[],
  charge: string,
): boolean =>
  mayUse(access, codes) &&
  ((alsoUnless !== undefined && charge === alsoUnless) || also.every((code) => codes.includes(code)));
