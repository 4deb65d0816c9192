import { addressAreas } from '@despacho/contracts/addresses';
import { DISTRICTS } from './districts.ts';

/** @returns the names of areas with which addresses of a district are read; undefined for an unknown code. */
export const districtAreas = addressAreas(DISTRICTS);
