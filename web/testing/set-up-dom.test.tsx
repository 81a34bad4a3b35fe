// @vitest-environment jsdom
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';

/** Long enough for React to yield before it runs effects. */
const SLOW_MS = 20;

function holdUp(): void {
  const end = performance.now() + SLOW_MS;
  while (performance.now() < end);
}

/** Takes long to render, and blocks the thread again right afterwards. */
function Slow({ onShown }: { onShown: () => void }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(async () => {
      setIsShown(true);
      // React schedules a render at the end of the task.
      await null;
      setImmediate(holdUp);
    });
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (isShown) holdUp();
  return isShown && <p>Shown</p>;
}

test('effects have run before findByText returns an element, even on a busy machine', async () => {
  let isEffective = false;
  const onShown = () => {
    isEffective = true;
  };
  render(<Slow onShown={onShown} />);

  await screen.findByText('Shown');

  expect(isEffective).toBe(true);
});

const ANOTHER_FILE = `
  const channel = new BroadcastChannel('news');
  channel.postMessage('of another file');
  channel.close();`;

test('a broadcast channel delivers only messages from the same test file, not from other worker threads', async () => {
  const [mine, theirs] = [new BroadcastChannel('news'), new BroadcastChannel('news')];
  onTestFinished(() => {
    mine.close();
    theirs.close();
  });
  const received: unknown[] = [];
  mine.addEventListener('message', ({ data }) => received.push(data));

  await once(new Worker(ANOTHER_FILE, { eval: true }), 'exit');
  theirs.postMessage('of this file');

  await expect.poll(() => received).toContain('of this file');
  expect(received).toEqual(['of this file']);
});
