import { beforeEach, describe, expect, it, vi } from 'vitest';
import { confirm } from './confirm.ts';
import { loadSweetAlert } from './load-sweetalert.ts';
import { notifyFailure, POP_UP_TIME } from './notify-failure.ts';

vi.mock('./load-sweetalert.ts', () => ({ loadSweetAlert: vi.fn() }));
vi.stubGlobal('document', { body: {}, querySelectorAll: () => [] });

interface Shown {
  options: Record<string, unknown>;
  close: (isConfirmed?: boolean) => void;
}

let shown: Shown[];
const tick = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  shown = [];
  const fire = (options: Record<string, unknown>) =>
    new Promise((resolve) => {
      shown.push({
        options,
        close: (isConfirmed = false) => {
          resolve({ isConfirmed });
        },
      });
    });
  vi.mocked(loadSweetAlert).mockResolvedValue({ fire } as never);
});

describe('notifyFailure', () => {
  it('S34: shows Oops... with the text, no button, for 3000 ms, with a progress bar', async () => {
    const done = notifyFailure('No encontrado');
    await tick();
    expect(POP_UP_TIME).toBe(3000);
    expect(shown[0]?.options).toMatchObject({
      title: 'Oops...',
      text: 'No encontrado',
      showConfirmButton: false,
      timer: 3000,
      timerProgressBar: true,
    });
    shown[0]?.close();
    await done;
  });

  it('S34: merges equal concurrent failures into one pop-up, and shows a later one', async () => {
    const both = [notifyFailure('No encontrado'), notifyFailure('No encontrado')];
    await tick();
    shown[0]?.close();
    await Promise.all(both);
    expect(shown).toHaveLength(1);
    const later = notifyFailure('No encontrado');
    await tick();
    expect(shown).toHaveLength(2);
    shown[1]?.close();
    await later;
  });

  it('S37: shows different failures one after another', async () => {
    const both = [notifyFailure('No encontrado'), notifyFailure('Gateway Timeout')];
    await tick();
    expect(shown.map(({ options }) => options['text'])).toEqual(['No encontrado']);
    shown[0]?.close();
    await tick();
    expect(shown.map(({ options }) => options['text'])).toEqual(['No encontrado', 'Gateway Timeout']);
    shown[1]?.close();
    await Promise.all(both);
  });

  it('works again after the library failed to load', async () => {
    vi.mocked(loadSweetAlert).mockRejectedValueOnce(new Error('away'));
    await expect(notifyFailure('No encontrado')).rejects.toThrow('away');
    const done = notifyFailure('No encontrado');
    await tick();
    expect(shown).toHaveLength(1);
    shown[0]?.close();
    await done;
  });
});

describe('confirm', () => {
  it.each([true, false])('answers %s', async (yes) => {
    const answer = confirm({ title: '¿Descartar?', confirmLabel: 'Descartar 3 cambios' });
    await tick();
    expect(shown[0]?.options).toMatchObject({ confirmButtonText: 'Descartar 3 cambios', cancelButtonText: 'Cancelar' });
    shown[0]?.close(yes);
    expect(await answer).toBe(yes);
  });

  it('labels the button that cancels', async () => {
    const answer = confirm({ title: '¿Salir?', confirmLabel: 'Salir', cancelLabel: 'Seguir editando' });
    await tick();
    expect(shown[0]?.options).toMatchObject({ confirmButtonText: 'Salir', cancelButtonText: 'Seguir editando' });
    shown[0]?.close();
    await answer;
  });

  it('focuses Cancelar for a dangerous action', async () => {
    const answer = confirm({ title: '¿Borrar?', confirmLabel: 'Borrar', danger: true });
    await tick();
    expect(shown[0]?.options).toMatchObject({ focusCancel: true });
    shown[0]?.close();
    await answer;
  });

  it('stays open when a failure occurs', async () => {
    const answer = confirm({ title: '¿Descartar?', confirmLabel: 'Descartar' });
    const failure = notifyFailure('No encontrado');
    await tick();
    expect(shown).toHaveLength(1);
    shown[0]?.close(true);
    expect(await answer).toBe(true);
    await tick();
    shown[1]?.close();
    await failure;
  });
});
