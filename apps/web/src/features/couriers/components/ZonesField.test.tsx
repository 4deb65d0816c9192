import { districtOperations } from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { ZonesField } from './ZonesField.tsx';

function Zones({ first }: { first: readonly string[] }) {
  const [zones, setZones] = useState(first);
  return <ZonesField officeId="LIMA" value={zones} onChange={setZones} />;
}

const names = () =>
  within(screen.getByRole('group', { name: 'Zonas' }))
    .getAllByRole('checkbox')
    .map((box) => box.parentElement?.textContent);

it('lists the chosen districts, then those of the office’s city, and finds others by name', async () => {
  fakeGateway().on(districtOperations['districts.list'], () => ({
    version: '0123456789ab',
    near: '0701',
    provinces: null,
  }));
  const { user } = renderInApp(<Zones first={['040110']} />);
  expect(await screen.findByText('Callao', { selector: 'label > span:first-of-type' })).toBeTruthy();
  expect(names().slice(0, 4)).toEqual(['MirafloresArequipa', 'CallaoCallao', 'La PerlaCallao', 'LimaLima']);
  await user.type(screen.getByRole('textbox', { name: 'Buscar distrito' }), 'v. el salv');
  await user.click(screen.getByRole('checkbox', { name: /^Villa El Salvador/ }));
  expect(screen.getByText('2 distritos seleccionados')).toBeTruthy();
});
