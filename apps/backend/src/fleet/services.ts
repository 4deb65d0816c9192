import { type CallBreaker } from '#platform/outgoing/call-breaker.ts';
import { type EventFeed } from '#platform/events/event-feed.ts';
import { type PlatformServices } from '#platform/services.ts';
import { type Distances } from './distances/distances.ts';
import { type PositionBoard } from './positions/position-board.ts';
import { type PositionWriter } from './positions/position-writer.ts';

export interface FleetServices extends PlatformServices {
  positionWriter: PositionWriter;
  positionBoard: PositionBoard;
  /** Of the operator's servers: geocoders and distances. */
  callBreaker: CallBreaker;
  distances: Distances;
}

/** What a change of a courier needs. An administrative command has no streams to nudge. */
export interface Changing extends Pick<PlatformServices, 'db' | 'clock'> {
  feed: Pick<EventFeed, 'nudge'>;
}
