/** Words that are often shortened in names of districts. */
export const SHORT_WORDS: Readonly<Record<string, string>> = {
  sta: 'santa',
  sto: 'santo',
  sn: 'san',
  s: 'san',
  ma: 'maria',
  gral: 'general',
  cmdte: 'comandante',
  mcal: 'mariscal',
  crl: 'coronel',
  cnel: 'coronel',
  alte: 'almirante',
  pto: 'puerto',
  pte: 'puente',
  v: 'villa',
};

/** Abbreviations, former names and well-known zones of districts, without case, accents and dots. */
export const ALIASES: readonly (readonly [ubigeo: string, ...names: string[]])[] = [
  // Lima
  ['150101', 'lima cercado', 'cercado de lima', 'lima centro', 'centro de lima', 'barrios altos', 'santa beatriz'],
  ['150103', 'vitarte', 'ate vitarte', 'huaycan', 'santa clara', 'salamanca'],
  ['150110', 'collique'],
  ['150118', 'chosica', 'lurigancho chosica', 'nana', 'carapongo', 'santa maria de huachipa', 'huachipa'],
  ['150120', 'magdalena'],
  ['150121', 'magdalena vieja'],
  ['150123', 'manchay'],
  ['150125', 'zapallal'],
  ['150132', 'sjl', 'sj lurigancho', 'sj de lurigancho', 'zarate', 'canto grande', 'campoy'],
  ['150133', 'sjm', 'sj miraflores', 'sj de miraflores', 'pamplona', 'pamplona alta'],
  ['150135', 'smp', 'sm porres', 'sm de porres'],
  ['150140', 'surco', 'monterrico', 'chacarilla'],
  ['150142', 'ves'],
  ['150143', 'vmt', 'vm del triunfo', 'jose galvez'],
  // Callao
  ['070101', 'cercado del callao', 'callao cercado', 'chucuito'],
  ['070103', 'carmen de la legua'],
  ['070106', 'pachacutec', 'ciudad pachacutec'],
  // Arequipa
  ['040101', 'cercado de arequipa', 'arequipa cercado'],
  ['040102', 'selva alegre', 'asa'],
  ['040107', 'hunter'],
  ['040129', 'bustamante y rivero', 'jose luis bustamante', 'jl bustamante y rivero', 'jlbyr', 'jlb y rivero'],
  // Trujillo
  ['130111', 'victor larco', 'buenos aires'],
  // Names written with a number
  ['100602', 'daniel alomias robles'],
  ['150612', '27 de noviembre'],
  ['200115', '26 de octubre'],
  ['110301', 'nazca'],
];
