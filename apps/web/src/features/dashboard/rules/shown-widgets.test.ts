import { type Access, mayUse, type ModuleCode } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { shownWidgets } from './shown-widgets.ts';

const having =
  (...modules: ModuleCode[]) =>
  (access: Access) =>
    mayUse(access, modules);

it("shows a figure only with both its own module and the orders' module", () => {
  expect(shownWidgets(having('D01', 'D04', 'D06', 'U01'), true)).toEqual({
    today: true,
    attention: true,
    activity: true,
  });
  expect(shownWidgets(having('D06', 'U01'), true)).toEqual({ today: false, attention: false, activity: true });
  expect(shownWidgets(having('D01', 'D04', 'D06'), true)).toEqual({ today: false, attention: true, activity: false });
});

it('shows no figure without a dispatch service', () => {
  expect(shownWidgets(having('D01', 'D04', 'U01'), false)).toEqual({ today: false, attention: false, activity: false });
});
