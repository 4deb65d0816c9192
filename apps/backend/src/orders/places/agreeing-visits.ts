import { metersBetween, type Point } from '@despacho/contracts/dispatch';

/** A visit that may teach where a door is: applied, delivered, alone, with a plausible and accurate place. */
export interface TeachingVisit extends Point {
  /** The working day it counts in. */
  day: string;
  courierId: number;
  /** In milliseconds since 1970. */
  at: number;
  /** Whether one of its photos was taken near its closing, or the courier marked the door. */
  hasPhoto: boolean;
}

/** Where visits agree that a door is, and how many do. */
export interface Agreement extends Point {
  visits: number;
}

/** Visits of one door are at most this far apart, and a photo from its closing; in meters. */
export const AGREEING_METERS = 40;

/** Visits of another door are at least this far away; in meters. */
const ANOTHER_METERS = 100;

const MIN_VISITS = 3;
const MIN_WITH_PHOTOS = 2;
/** Days or couriers. */
const MIN_OCCASIONS = 2;

const countOf = (values: readonly unknown[]): number => new Set(values).size;

const areEnough = (visits: readonly TeachingVisit[]): boolean =>
  (visits.length >= MIN_VISITS || visits.filter(({ hasPhoto }) => hasPhoto).length >= MIN_WITH_PHOTOS) &&
  Math.max(countOf(visits.map(({ day }) => day)), countOf(visits.map(({ courierId }) => courierId))) >= MIN_OCCASIONS;

const contradict = (visits: readonly TeachingVisit[]): boolean =>
  visits.length >= MIN_VISITS && countOf(visits.map(({ day }) => day)) >= MIN_OCCASIONS;

/** @returns the groups of visits that are all near each other, largest first; one for each visit as its middle. */
function groupsOf(visits: readonly TeachingVisit[]): TeachingVisit[][] {
  const groups = visits.map((middle) => {
    const group: TeachingVisit[] = [];
    const meters = (each: TeachingVisit): number => metersBetween(middle, each);
    for (const each of visits.toSorted((one, other) => meters(one) - meters(other)))
      if (group.every((other) => metersBetween(each, other) <= AGREEING_METERS)) group.push(each);
    return group;
  });
  return groups.toSorted((one, other) => other.length - one.length);
}

const mean = (visits: readonly TeachingVisit[]): Agreement => ({
  lat: visits.reduce((sum, { lat }) => sum + lat, 0) / visits.length,
  lng: visits.reduce((sum, { lng }) => sum + lng, 0) / visits.length,
  visits: visits.length,
});

/** @returns where enough visits agree that a door is; undefined if they do not. */
export function agreementOf(visits: readonly TeachingVisit[]): Agreement | undefined {
  const found = groupsOf(visits).find(areEnough);
  return found && mean(found);
}

/**
 * @param door where the door is taken to be.
 * @returns where visits agree that it is instead: at least three, on two days, far from it; undefined if they do not.
 */
export function contradictionOf(door: Point, visits: readonly TeachingVisit[]): Agreement | undefined {
  const away = visits.filter((visit) => metersBetween(door, visit) > ANOTHER_METERS);
  const found = groupsOf(away).find(contradict);
  return found && mean(found);
}

/** @returns the visits that were at a door. */
export const visitsAt = (door: Point, visits: readonly TeachingVisit[]): TeachingVisit[] =>
  visits.filter((visit) => metersBetween(door, visit) <= AGREEING_METERS);
