/**
 * Calls `onResize` in the frame after one of these elements has got a size or changed it. A change of sizes in the
 * observer's own frame would be an error of the page («ResizeObserver loop»), and would show some elements a frame
 * late.
 * @returns a function that ends it.
 */
export function observeSizes(onResize: () => void, ...elements: readonly Element[]): () => void {
  let frame = 0;
  const sizes = new ResizeObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onResize();
    });
  });
  for (const each of elements) sizes.observe(each);
  return () => {
    sizes.disconnect();
    cancelAnimationFrame(frame);
  };
}
