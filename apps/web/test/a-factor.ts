import { type FactorView } from '@despacho/contracts';

export const NO_FACTOR: FactorView = {
  available: true,
  since: null,
  codesLeft: 0,
  wrongCodes: 0,
  onlyRecovery: false,
  required: false,
};

export const WITH_FACTOR: FactorView = { ...NO_FACTOR, since: '2026-11-20T15:00:00.000Z', codesLeft: 9 };
