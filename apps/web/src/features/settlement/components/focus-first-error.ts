/** Focuses the first field with an error of a form, once it is rendered. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid], fieldset[aria-describedby] input')?.focus(),
  );
}
