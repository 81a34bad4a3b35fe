import express, { type NextFunction, type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { atOnce } from './at-once.ts';

/** A handler that a test lets go on, once it has started. */
function held() {
  let next: NextFunction | undefined;
  let onStarted = () => {};
  const started = new Promise<void>((resolve) => {
    onStarted = resolve;
  });
  const handle: RequestHandler = (_req, _res, goOn) => {
    next = goOn;
    onStarted();
  };
  return { handle, started, goOn: (error?: Error) => next?.(error) };
}

/** @returns how to ask an app that runs these at once, and how often it went on behind them */
async function serve(...handlers: RequestHandler[]) {
  let times = 0;
  const app = express().use(atOnce(...handlers), (_req, res) => {
    times += 1;
    res.json('went on');
  });
  app.use(((error, _req, res, _next) => {
    res.status(500).json(error.message);
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
  });
  const ask = async () => (await fetch(`http://127.0.0.1:${Object(server.address()).port}/`)).json();
  return { ask, times: () => times };
}

test('both run before either is done, and what follows runs once', async () => {
  const [first, second] = [held(), held()];
  const { ask, times } = await serve(first.handle, second.handle);
  const reply = ask();
  await Promise.all([first.started, second.started]);

  second.goOn();
  expect(times()).toBe(0);
  first.goOn();

  expect(await reply).toBe('went on');
  expect(times()).toBe(1);
});

test('the first error is answered, and what the others do then counts no more', async () => {
  const [first, second] = [held(), held()];
  const { ask, times } = await serve(first.handle, second.handle);
  const reply = ask();
  await Promise.all([first.started, second.started]);

  first.goOn(new Error('the first'));
  expect(await reply).toBe('the first');
  second.goOn(new Error('the second'));
  first.goOn();

  expect(times()).toBe(0);
});

test('one that throws is answered as well', async () => {
  const other = held();
  const throws: RequestHandler = () => {
    throw new Error('thrown');
  };
  const { ask, times } = await serve(other.handle, throws);

  expect(await ask()).toBe('thrown');
  other.goOn();

  expect(times()).toBe(0);
});
