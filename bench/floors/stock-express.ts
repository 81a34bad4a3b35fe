import express from 'express';
import { answerOf, moveRide } from '../product/move-ride.ts';

// Express 5 as its guide begins: its JSON parser and the one route, nothing set, nothing else in the way.

const app = express();
app.use(express.json());
app.patch('/api/bench/:rideId/status', (req, res) => {
  const { riderId, driverId } = req.body;
  res.json(answerOf(moveRide(req.params.rideId, riderId, driverId)));
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
