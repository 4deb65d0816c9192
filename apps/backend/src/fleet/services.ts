import { type PlatformServices } from '#platform/services.ts';
import { type PositionBoard } from './positions/position-board.ts';
import { type PositionWriter } from './positions/position-writer.ts';

export interface FleetServices extends PlatformServices {
  positionWriter: PositionWriter;
  positionBoard: PositionBoard;
}
