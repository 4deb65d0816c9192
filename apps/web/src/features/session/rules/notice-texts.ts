import { type SignInNotices } from '@despacho/contracts';

type Change = SignInNotices['changes'][number];

/** What happened, after «el 3 nov 2026, 10:12». */
const CHANGES: Readonly<Record<Change['kind'], string>> = {
  'factor.added': 'se activó su segundo paso; si no guardó los códigos de recuperación, pida otros en «Mis sesiones»',
  'factor.removed': 'se quitó su segundo paso',
  'factor.recoveryUsed': 'se ingresó con uno de sus códigos de recuperación',
  'factor.permitted': 'se le permitió activar su segundo paso',
  'provider.linked': 'se vinculó su cuenta con la de su empresa',
  'provider.unlinked': 'su cuenta dejó de estar vinculada con la de su empresa',
};

/** @param when formatted date and time of the change. @returns a sentence about it. */
export const changeText = ({ kind, by }: Change, when: string): string =>
  `El ${when}: ${CHANGES[kind]}${by === null ? '' : `, lo hizo ${by}`}.`;
