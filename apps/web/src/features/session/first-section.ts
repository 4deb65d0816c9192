import { mayUse } from '@despacho/contracts';
import { paths } from '../../shared/paths.ts';
import { SECTIONS } from '../../shared/sections.ts';

/** @returns the path of the first section somebody holding `modules` may see; the refusal page when there is none. */
export const firstSection = (modules: readonly string[]): string =>
  SECTIONS.find(({ access }) => mayUse(access, modules))?.path ?? paths.forbidden;
