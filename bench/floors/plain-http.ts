import { createServer } from 'node:http';
import { answerOf, moveRide } from '../product/move-ride.ts';

// The least that takes a PATCH: node:http reads the JSON, updates the map and answers. Nobody is asked who they are.

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const { riderId, driverId } = JSON.parse(Buffer.concat(chunks).toString());
    const rideId = req.url?.split('/')[3] ?? '';
    const body = JSON.stringify(answerOf(moveRide(rideId, riderId, driverId)));
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
