// @vitest-environment jsdom
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';

/** So long that React lets others have their turn before it runs effects. */
const SLOW_MS = 20;

function holdUp(): void {
  const end = performance.now() + SLOW_MS;
  while (performance.now() < end);
}

/** What it shows takes long to render, and something else takes long right after. */
function Slow({ onShown }: { onShown: () => void }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(async () => {
      setIsShown(true);
      // React plans a render once the task has ended.
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

test('what a test finds on screen has had its effects, on a busy machine too', async () => {
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

test('a channel reaches the windows of its own test file alone, whatever thread another runs in', async () => {
  const [mine, theirs] = [new BroadcastChannel('news'), new BroadcastChannel('news')];
  onTestFinished(() => {
    mine.close();
    theirs.close();
  });
  const heard: unknown[] = [];
  mine.addEventListener('message', ({ data }) => heard.push(data));

  await once(new Worker(ANOTHER_FILE, { eval: true }), 'exit');
  theirs.postMessage('of this file');

  await expect.poll(() => heard).toContain('of this file');
  expect(heard).toEqual(['of this file']);
});
