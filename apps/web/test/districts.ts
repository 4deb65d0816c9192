import { type ProvinceRow } from '@despacho/contracts/dispatch';
import { setDistricts } from '#shared/districts/districts.ts';

/** Some districts, two of them with the same name. */
export const PROVINCES: readonly ProvinceRow[] = [
  {
    code: '0401',
    name: 'Arequipa',
    department: 'Arequipa',
    districts: [{ code: '10', name: 'Miraflores', lat: -16.393, lng: -71.519 }],
  },
  {
    code: '0701',
    name: 'Callao',
    department: 'Callao',
    districts: [
      { code: '01', name: 'Callao', lat: -12.052, lng: -77.126 },
      { code: '04', name: 'La Perla', lat: -12.067, lng: -77.118 },
    ],
  },
  {
    code: '1501',
    name: 'Lima',
    department: 'Lima',
    districts: [
      { code: '01', name: 'Lima', lat: -12.051, lng: -77.037 },
      { code: '04', name: 'Barranco', lat: -12.144, lng: -77.019 },
      { code: '13', name: 'Jesús María', lat: -12.076, lng: -77.047 },
      { code: '15', name: 'La Victoria', lat: -12.068, lng: -77.017 },
      { code: '16', name: 'Lince', lat: -12.084, lng: -77.035 },
      { code: '22', name: 'Miraflores', lat: -12.119, lng: -77.028 },
      { code: '30', name: 'San Borja', lat: -12.101, lng: -76.996 },
      { code: '31', name: 'San Isidro', lat: -12.098, lng: -77.036 },
      { code: '32', name: 'San Juan de Lurigancho', lat: -11.995, lng: -77.005 },
      { code: '40', name: 'Santiago de Surco', lat: -12.138, lng: -76.993 },
      { code: '42', name: 'Villa El Salvador', lat: -12.213, lng: -76.937 },
    ],
  },
];

/** Loads some districts, as a page does before it shows orders. */
export const loadDistricts = (): void => {
  setDistricts({ version: '0123456789ab', provinces: PROVINCES });
};

loadDistricts();
