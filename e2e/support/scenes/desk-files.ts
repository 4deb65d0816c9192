import { button } from './desk-hands.ts';
import { chooseFile, dispatch, openFiles } from '../dispatch.ts';
import { COLUMN, orderFile, ownWord } from '../order-file.ts';
import { expect } from './patience.ts';
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
