/** A district with its INEI code (RENIEC's differs), a point inside it, and real streets. */
export interface District {
  name: string;
  ubigeo: string;
  lat: number;
  lng: number;
  streets: readonly string[];
}

/** @param streets separated by commas. */
const district = (name: string, ubigeo: string, lat: number, lng: number, streets: string): District => ({
  name,
  ubigeo,
  lat,
  lng,
  streets: streets.split(', '),
});

export const LIMA: readonly District[] = [
  district('Lima', '150101', -12.0505, -77.0365, 'Jr. de la Unión, Av. Abancay, Jr. Cusco, Av. Argentina'),
  district('Ate', '150103', -12.0262, -76.9185, 'Carretera Central, Av. Nicolás Ayllón, Av. La Molina'),
  district('Barranco', '150104', -12.1442, -77.0188, 'Av. Grau, Av. San Martín, Jr. Unión'),
  district('Breña', '150105', -12.0592, -77.0505, 'Av. Brasil, Av. Arica, Jr. Huaraz'),
  district('Chorrillos', '150108', -12.1805, -77.0082, 'Av. Huaylas, Av. Guardia Civil, Av. Los Faisanes'),
  district('Comas', '150110', -11.9372, -77.0512, 'Av. Túpac Amaru, Av. Universitaria, Av. Belaúnde'),
  district('Jesús María', '150113', -12.0762, -77.0472, 'Av. Garzón, Av. Salaverry, Jr. Huiracocha'),
  district('La Molina', '150114', -12.0782, -76.9285, 'Av. Javier Prado Este, Av. La Fontana, Av. Los Fresnos'),
  district('La Victoria', '150115', -12.0682, -77.0172, 'Jr. Gamarra, Av. Aviación, Av. México, Av. Iquitos'),
  district('Lince', '150116', -12.0842, -77.0352, 'Av. Arenales, Av. Petit Thouars, Jr. Risso'),
  district('Los Olivos', '150117', -11.9842, -77.0712, 'Av. Alfredo Mendiola, Av. Las Palmeras, Av. Antúnez de Mayolo'),
  district('Miraflores', '150122', -12.1192, -77.0282, 'Av. Larco, Av. Pardo, Av. Benavides, Calle Schell'),
  district('Puente Piedra', '150125', -11.8672, -77.0752, 'Av. Puente Piedra, Av. San Lorenzo, Calle Real'),
  district('San Borja', '150130', -12.1012, -76.9962, 'Av. San Luis, Av. Guardia Civil, Av. Aviación'),
  district('San Isidro', '150131', -12.0982, -77.0362, 'Av. Camino Real, Av. Rivera Navarrete, Calle Las Begonias'),
  district(
    'San Juan de Lurigancho',
    '150132',
    -11.9952,
    -77.0052,
    'Av. Próceres de la Independencia, Av. Canto Grande',
  ),
  district('San Martín de Porres', '150135', -12.0022, -77.0842, 'Av. Perú, Av. Tomás Valle, Av. José Granda'),
  district('San Miguel', '150136', -12.0772, -77.0872, 'Av. La Marina, Av. Universitaria, Av. Elmer Faucett'),
  district(
    'Santiago de Surco',
    '150140',
    -12.1382,
    -76.9932,
    'Av. Caminos del Inca, Av. Velasco Astete, Av. Primavera',
  ),
  district('Surquillo', '150141', -12.1132, -77.0152, 'Av. Angamos Este, Av. Tomás Marsano, Jr. Dante'),
  district('Villa El Salvador', '150142', -12.2132, -76.9372, 'Av. Pachacútec, Av. El Sol, Av. Separadora Industrial'),
];

export const AREQUIPA: readonly District[] = [
  district('Arequipa', '040101', -16.3988, -71.5369, 'Calle Mercaderes, Calle San Juan de Dios, Av. Goyeneche'),
  district('Cayma', '040103', -16.3802, -71.5462, 'Av. Cayma, Av. Ejército, Calle Francisco Bolognesi'),
  district('Cerro Colorado', '040104', -16.3742, -71.5602, 'Av. Aviación, Av. Pumacahua, Variante de Uchumayo'),
  district('Mariano Melgar', '040109', -16.4052, -71.5092, 'Av. Lima, Av. Simón Bolívar'),
  district('Miraflores', '040110', -16.3932, -71.5192, 'Av. San Martín, Calle Tarapacá, Av. Progreso'),
  district('Paucarpata', '040112', -16.4262, -71.5072, 'Av. Kennedy, Av. Guardia Civil, Av. Colonial'),
  district('Yanahuara', '040126', -16.3892, -71.5462, 'Av. Ejército, Calle Misti, Av. Víctor Andrés Belaúnde'),
  district(
    'José Luis Bustamante y Rivero',
    '040129',
    -16.4252,
    -71.5272,
    'Av. Dolores, Av. Estados Unidos, Av. Caracas',
  ),
];

export const TRUJILLO: readonly District[] = [
  district('Trujillo', '130101', -8.1116, -79.0288, 'Jr. Pizarro, Av. España, Jr. Gamarra, Av. América Norte'),
  district('El Porvenir', '130102', -8.0802, -79.0022, 'Av. Jaime Blanco, Calle Hipólito Unanue'),
  district('Florencia de Mora', '130103', -8.0822, -79.0242, 'Av. 26 de Marzo, Calle Atahualpa'),
  district('La Esperanza', '130105', -8.0732, -79.0462, 'Av. Condorcanqui, Av. Túpac Amaru'),
  district('Moche', '130107', -8.1712, -79.0082, 'Calle Bolívar, Av. La Marina'),
  district('Víctor Larco Herrera', '130111', -8.1352, -79.0402, 'Av. Larco, Av. Víctor Raúl Haya de la Torre'),
];

/** Area codes for the few clients with a land line. */
export const AREA_CODES = { LIMA: '1', AREQUIPA: '54', TRUJILLO: '44' } as const;
