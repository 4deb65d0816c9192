import { settled } from '../support/settled.ts';
import { expect, signIn, test } from '../support/test.ts';

/* Screens for a host with other field types and other responses to a save. */

const PERMISSIONS = [{ module: 'D01' }];

test('S32: shows clients with other field types, and how many rows were left out', async ({ page, app }) => {
  app.faults.fail(/\/clients\/$/, {
    kind: 'body',
    body: [
      { id: 1, name: 'Bodega Uno', phone: 987654321, active: 1, lat: '-12.04' },
      { id: 2, name: { es: 'Bodega Dos' }, district: 'Surco' },
      { name: 'Sin identificador' },
      null,
    ],
  });
  await signIn(page, 'rosa', '/clients');
  await settled(page);
  await expect(page.getByRole('row').filter({ hasText: 'Bodega Uno' })).toContainText('Activo');
  await expect(page.getByRole('status').filter({ hasText: '2 clientes' })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('2 filas sin identificador');
});

test('S32: shows unknown columns if there are no others', async ({ page, app }) => {
  app.faults.fail(/\/clients\/$/, {
    kind: 'body',
    body: [{ id: 1, cod_cli: 'K-7', des_cli: 'Foránea', ruta: 'Norte' }],
  });
  await signIn(page, 'rosa', '/clients');
  await settled(page);
  for (const text of ['K-7', 'Foránea', 'Norte']) await expect(page.getByRole('cell', { name: text })).toBeVisible();
});

for (const body of ['ok', true, []])
  test(`S27 S32: a save that the host answers with ${JSON.stringify(body)} is reported as saved`, async ({
    page,
    app,
  }) => {
    app.faults.fail('/legacy/api/users/', {
      kind: 'body',
      body: [
        { id: 900, username: 'otra.persona', user: 'Otra Persona', charge: 'O', permissionsList: PERMISSIONS },
        { id: 901, user: 'Sin Lista', charge: 'O', permissionsList: null },
      ],
    });
    app.faults.fail('/legacy/api/permission/900', { kind: 'body', body });
    await signIn(page, 'ana', '/permissions');
    await settled(page);
    const row = page.getByRole('row', { name: /Otra Persona/ });
    await row.getByRole('checkbox', { name: /T02|Imágenes/ }).click();
    await page.getByRole('button', { name: /^Guardar 1 cambio/ }).click();
    await expect(row).toContainText('Guardado');
    await expect(page.getByRole('row', { name: /Sin Lista/ })).toContainText('El servicio no indica sus permisos');
    expect(app.calls('/legacy/api/permission/900')).toHaveLength(1);
  });

test('S38: a save without a response is shown as unconfirmed and can be checked', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 502 .*\/api\/permission\//);
  watched.expectConsole(/^Http failure response for \S+\/api\/permission\/\S+: 502 Bad Gateway /);
  const list = (...modules: string[]) => [
    { id: 900, user: 'Otra Persona', charge: 'O', permissionsList: modules.map((module) => ({ module })) },
  ];
  app.faults.fail('/legacy/api/users/', { kind: 'body', body: list('D01') });
  app.faults.fail('/legacy/api/permission/900', { kind: 'down' });
  await signIn(page, 'ana', '/permissions');
  await settled(page);
  const row = page.getByRole('row', { name: /Otra Persona/ });
  await row.getByRole('checkbox', { name: /T02|Imágenes/ }).click();
  await page.getByRole('button', { name: /^Guardar 1 cambio/ }).click();
  await expect(row).toContainText('Sin confirmar');
  const bar = page.getByRole('region', { name: 'Cambios sin guardar' });
  await expect(bar).not.toContainText('no se guardó');
  await bar.getByRole('button', { name: 'Revisar' }).click();
  await expect(bar).toContainText('No se sabe si se guardó');
  // The host had saved it.
  app.faults.fail('/legacy/api/users/', { kind: 'body', body: list('D01', 'T02') });
  await bar.getByRole('button', { name: 'Volver a mirar' }).click();
  await expect(bar).toHaveCount(0);
  await expect(row.getByRole('checkbox', { name: /T02|Imágenes/ })).toBeChecked();
  expect(app.calls('/legacy/api/permission/900')).toHaveLength(1);
});
