/**
 * @param view the window of the document.
 * @returns whether another site led this document here or opened its window. An address that was typed, bookmarked or
 * opened without a referrer counts as the person's own.
 */
export function isFromElsewhere(
  { referrer }: Pick<Document, 'referrer'>,
  view: { opener?: unknown; origin: string },
): boolean {
  return Boolean(view.opener) || (URL.canParse(referrer) && new URL(referrer).origin !== view.origin);
}
