/**
 * A `ref` that focuses and reveals an element when it mounts, for content that replaces the focused element, such as
 * the next step of a dialog. Elements that are not controls require `tabIndex={-1}`.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
