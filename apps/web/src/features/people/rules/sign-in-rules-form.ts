import { MAX_GRACE_DAYS, type SignInRules, type SignInRulesEdit } from '@despacho/contracts/dispatch';
import { isSame } from '#shared/fields/form-changes.ts';
import { parseFigure } from '#shared/fields/parse-figure.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';

type Values = Required<SignInRulesEdit['changes']>;

/** Input values of the rules. */
export interface RulesForm {
  company: boolean;
  chargeS: boolean;
  offices: readonly string[];
  graceDays: string;
  byUsername: boolean;
  longer: boolean;
}

export type RulesErrors = FieldErrors<keyof RulesForm>;

export const rulesForm = ({ required, graceDays, byUsername, longer }: SignInRules): RulesForm => ({
  ...required,
  graceDays: String(graceDays),
  byUsername,
  longer,
});

/** Whether the form requires a second factor of some people. */
export const requiresFactor = ({ company, chargeS, offices }: RulesForm): boolean =>
  company || chargeS || offices.length > 0;

/** @returns the changes for the service, none if nothing differs, or error messages by field. */
export function readRulesForm(form: RulesForm, rules: SignInRules): { edit?: SignInRulesEdit; errors: RulesErrors } {
  const graceDays = parseFigure(form.graceDays, 0);
  if (!(graceDays >= 0 && graceDays <= MAX_GRACE_DAYS))
    return { errors: { graceDays: `Escriba de 0 a ${MAX_GRACE_DAYS} días, sin decimales` } };
  const { company, chargeS, offices, byUsername, longer } = form;
  const wanted: Values = {
    required: { company, chargeS, offices: [...offices].sort() },
    graceDays,
    byUsername,
    longer,
  };
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isSame(value, rules[field as keyof Values])),
  );
  return { edit: { version: rules.version, changes }, errors: {} };
}

/** @returns how many people must have a second factor, and how many lack it. */
export function peopleText({ people: { required, missing } }: SignInRules): string {
  if (required === 0) return 'Todavía no se pide el segundo paso a nadie.';
  const asked = `${countText(required, 'persona debe', 'personas deben')} tener segundo paso`;
  return missing === 0
    ? `${asked}, y ${required === 1 ? 'ya lo tiene' : 'todas ya lo tienen'}.`
    : `${asked}; a ${formatNumber(missing)} todavía le${missing === 1 ? '' : 's'} falta.`;
}
