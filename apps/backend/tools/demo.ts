/* What the simulated couriers and the maker of the demonstration's streets share with the demonstration. */
export { demoPayments } from '#edge/demo/demo-payments.ts';
export { AREQUIPA, LIMA, TRUJILLO } from '#edge/demo/places.ts';
export { createRandom, type Random } from '#edge/demo/random.ts';
export { settleKind } from '#edge/demo/settle-kind.ts';
export { type DemoStreet, trueDoor } from '#edge/demo/world/door-points.ts';
export { drawDoor } from '#field/evidence/draw-demo-photo.ts';
export { localOf } from '#platform/dispatch/zoned-time.ts';
