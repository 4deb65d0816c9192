import { expect, test, vi } from 'vitest';
import { observeSizes } from './observe-sizes.ts';

test('merges reports of one frame into one call in the next frame, and none after it stops', async () => {
  let report = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn<() => void>();
      disconnect = vi.fn<() => void>();
      constructor(callback: () => void) {
        report = callback;
      }
    },
  );
  const onResize = vi.fn<() => void>();
  const end = observeSizes(onResize, document.body);
  report();
  report();
  expect(onResize).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onResize).toHaveBeenCalledOnce());
  report();
  end();
  await new Promise(requestAnimationFrame);
  expect(onResize).toHaveBeenCalledOnce();
});
