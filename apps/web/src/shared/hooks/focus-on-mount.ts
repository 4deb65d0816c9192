/**
 * The `ref` of what takes the place of something that had the focus: the next step of a window, the question that stands in
 * the way of a form. It is brought into view, and one goes on from there. What is no control needs `tabIndex={-1}`.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
