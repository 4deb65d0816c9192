import { button } from './desk-actions.ts';
import { chooseFile, dispatch, openFiles } from '../dispatch.ts';
import { COLUMN, orderFile, ownWord } from '../order-file.ts';
import { workbook } from '../workbook.ts';
import { expect } from './patient-expect.ts';
import { type Act, deskScene } from './scene.ts';

/** Opens the import dialog with a file. */
const withFile =
  (file: () => Parameters<typeof chooseFile>[1]): Act =>
  async (page) => {
    await openFiles(page, 'Importar órdenes');
    await chooseFile(page, file());
  };

const MIRAFLORES = { district: 'Miraflores' };

const BROKEN = {
  4: [COLUMN.date, '31/02/2026'],
  9: [COLUMN.collect, 'diez'],
  11: [COLUMN.district, 'Atlántida'],
} as const;

const STRANGE = `Pedidos de la semana
Quién;Dónde;Distrito;Cuándo;Telf.;Monto a cobrar;Color
Ana Quispe;Av. Larco 345;Miraflores;24/11/2026;987654321 / 912345678;45,90;rojo
Luz Díaz;Jr. Puno 12;Surco;24/11/2026;;;verde`;

/** Import and export dialogs. */
export const FILES = [
  deskScene('files-menu', (page) => button(page.getByRole('banner'), 'Archivo').click()),
  deskScene('import', (page) => openFiles(page, 'Importar órdenes')),
  deskScene('import-broken', async (page) => {
    await withFile(() => orderFile({ word: ownWord('Foto'), lines: 14, ...MIRAFLORES, broken: BROKEN }))(page);
    await expect(dispatch.imports(page)).toContainText('14 líneas');
  }),
  deskScene('import-good', async (page) => {
    await withFile(() => orderFile({ word: ownWord('Foto'), lines: 40, ...MIRAFLORES }))(page);
    await expect(dispatch.imports(page)).toContainText('40 líneas');
  }),
  deskScene('import-columns', async (page) => {
    await withFile(() => ({ name: 'raro.csv', mimeType: 'text/csv', buffer: Buffer.from(STRANGE) }))(page);
    await expect(dispatch.imports(page)).toContainText('¿Qué es cada columna?');
  }),
  deskScene('import-doubtful', async (page) => {
    const file = orderFile({
      word: ownWord('Foto'),
      lines: 6,
      ...MIRAFLORES,
      references: false,
      broken: { 5: [COLUMN.district, 'Miraflore'], 7: [COLUMN.district, 'Miraflore'] },
    });
    await withFile(() => file)(page);
    await button(dispatch.imports(page), 'Importar las 4 correctas').click();
    await button(dispatch.imports(page), 'Importar otro archivo').click();
    await chooseFile(page, file);
    await expect(dispatch.imports(page)).toContainText('4 posibles repetidas');
  }),
  deskScene('import-questions', async (page) => {
    const line = (name: string, client: string, district = 'Miraflores') => [client, name, 'Jr. Puno 12', district];
    const rows = [
      line('Ana Quispe', 'C0001'),
      line('Luz Díaz', 'Bodega Nueva'),
      line('Eva Paz', 'C0001'),
      line('José Peña', 'C0002', 'Atlántida'),
      line('Rosa Ríos', 'C0002'),
    ].map((cells) => [...cells, { day: '2026-11-26' }, 45.9]);
    const file = {
      name: 'pedidos.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook(
        [
          ['Cliente', 'Destinatario', 'Dirección', 'Distrito', 'Fecha', 'Cobro'],
          ...rows,
          ['TOTAL', '', '', '', '', 229.5],
        ],
        [4],
      ),
    };
    await withFile(() => file)(page);
    const window = dispatch.imports(page);
    await button(window, 'Quitar la línea 6').click();
    await expect(window).toContainText('Quitadas');
  }),
  deskScene('import-unreadable', async (page) => {
    await withFile(() => ({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') }))(page);
    await expect(dispatch.imports(page).getByRole('alert')).toContainText('no es CSV');
  }),
  deskScene('import-done', async (page) => {
    await withFile(() => orderFile({ word: ownWord('Foto'), lines: 2, ...MIRAFLORES }))(page);
    await button(dispatch.imports(page), 'Importar 2 órdenes').click();
    await dispatch.imports(page).getByText('Se importaron 2 órdenes').waitFor();
  }),
  deskScene('export', (page) => openFiles(page, 'Exportar órdenes')),
];
