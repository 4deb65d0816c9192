import { expect, test } from '@playwright/test';
import { textFaults } from '../support/screen-checks/text-faults.ts';

/*
 * The faults that `npm run screenshots` and `screen-checks.spec.ts` report: a small page for each kind, and one with
 * everything that must not be reported.
 */

test.use({ viewport: { width: 600, height: 400 } });

/** Sizes of a known font, so that texts are as wide as expected. */
const STYLE = `<style>
  * { margin: 0; font: 16px/20px monospace; }
  .cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .card { border: 1px solid; }
</style>`;
const TOOLTIPS = '<i data-tooltips></i>';

const FAULTY: Readonly<Record<string, string>> = {
  'cut: p.cut «The whole name of a client» loses':
    '<main><p class="cut" style="width: 100px">The whole name of a client</p></main>',
  'figure: p.cut «10:00–12:00 · en 34 min» is cut by': `<main>${TOOLTIPS}<p class="cut" style="width: 100px">10:00–12:00 · en 34 min</p></main>`,
  'beside: b.cut «Distribuidora Tres Estrellas» is cut by': `<main>${TOOLTIPS}<ul><li style="display: flex; justify-content: space-between">
      <b class="cut" style="width: 100px">Distribuidora Tres Estrellas</b><span>S/ 4.50</span></li></ul></main>`,
  'halved: «Second» by the lower edge of div':
    '<main><div style="height: 30px; overflow-y: auto"><p>First</p><p>Second</p><p>Third</p></div></main>',
  'halved: button «Mañana» by the side of div': `<main><div style="display: flex; width: 130px; overflow-x: auto"><button style="flex: none; width: 100px">Hoy</button>
      <button style="flex: none; width: 100px">Mañana</button></div></main>`,
  'outside: button «Recibir el dinero» leaves button':
    '<main><button style="display: block; width: 60px; white-space: nowrap">Recibir el dinero</button></main>',
  'leaves: button «Guardar» leaves div.card':
    '<main><div class="card" style="width: 100px"><button style="margin-left: 80px; width: 90px">Guardar</button></div></main>',
  'over: h2 «Puntualidad» and p «Repartidores»':
    '<main><h2>Puntualidad</h2><p style="margin-top: -12px">Repartidores</p></main>',
  'controls: button «Uno» and button «Dos»':
    '<main><button style="width: 90px">Uno</button><button style="width: 90px; margin-left: -40px">Dos</button></main>',
  'cards: div.card «Uno» and div.card «Dos»':
    '<main><div class="card" style="height: 60px">Uno</div><div class="card" style="margin-top: -20px; height: 60px"><br>Dos</div></main>',
  'spill: div.card «Dinero del día» is':
    '<main><div class="card" style="height: 30px"><i style="display: block; height: 90px"></i>Dinero del día</div></main>',
  'wide: html scrolls': '<main><p style="width: 900px">Una página ancha</p></main>',
};

for (const [fault, html] of Object.entries(FAULTY))
  test(`finds ${fault.split(':')[0] ?? ''}: ${fault.split(' ').slice(1).join(' ')}`, async ({ page }) => {
    await page.setContent(STYLE + html);
    expect(await page.evaluate(textFaults, true)).toContainEqual(expect.stringContaining(fault));
  });

test('reports nothing on a correct page with menus, tooltips, sticky headings, lists and a map', async ({ page }) => {
  await page.setContent(`${STYLE}<main>${TOOLTIPS}
    <ul><li style="display: flex"><b class="cut" style="width: 100px">Distribuidora Tres Estrellas</b><span>S/ 4.50</span></li></ul>
    <p title="The whole name of a client" class="cut" style="width: 100px">The whole name of a client</p>
    <div style="display: grid; grid-template-columns: repeat(3, 100px)"><p class="cut">Gladys Vásquez Valderrama</p></div>
    <div class="card" style="height: 41px; overflow-y: auto"><p style="position: sticky; top: 0; background: white">Heading</p>
      <p>First</p><p>Second</p><p>Third</p></div>
    <div class="card" style="width: 100px; overflow-x: auto"><table><tr><td style="min-width: 200px"><button>Uno</button></td></tr></table></div>
    <div class="card" style="position: relative"><p>Text below a menu</p>
      <div role="menu" style="position: absolute; z-index: 1; top: 0; left: 20px; background: white; border: 1px solid; height: 30px; overflow-y: auto">
        <button role="menuitem" style="display: block; height: 20px">Uno</button><button role="menuitem" style="display: block; height: 20px">Dos</button></div></div>
    <div class="leaflet-map-pane"><p>Lima</p><p style="margin-top: -15px">Lince</p></div></main>`);
  expect(await page.evaluate(textFaults, true)).toEqual([]);
});

test('enlarged and spaced text may be cut off where default text is not', async ({ page }) => {
  await page.setContent(STYLE + (FAULTY['halved: «Second» by the lower edge of div'] ?? ''));
  expect(await page.evaluate(textFaults, false)).toEqual([]);
});
