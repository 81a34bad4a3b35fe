import * as api from '#common/rides/board-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { presentStaffRide } from '../present-ride.ts';
import { findRide } from '../ride-queries.ts';
import { countBoard, listBoard } from './list-board.ts';

export const boardRoutes = createApiRoutes();

boardRoutes.handle(api.listBoardRides, ({ query }) => listBoard(query));

boardRoutes.handle(api.countBoardRides, ({ query }) => countBoard(query));

boardRoutes.handle(api.readBoardRide, async ({ params }) => presentStaffRide(await findRide(params.rideId)));
