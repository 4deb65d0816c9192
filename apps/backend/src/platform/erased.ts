/** Replaces erased text. */
export const ERASED = 'Dato borrado';

/** Why a photo is not stored any more. */
export const VISIT_ERASED = 'Los datos de esta visita se borraron';
