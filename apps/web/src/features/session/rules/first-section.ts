import { mayUse } from '@despacho/contracts';
import { paths } from '#shared/paths.ts';
import { SECTIONS } from '#shared/sections.ts';

/** @returns the path of the first section that a user with `modules` may see, or of the refusal page. */
export const firstSection = (modules: readonly string[]): string =>
  SECTIONS.find(({ access }) => mayUse(access, modules))?.path ?? paths.forbidden;
