import { expect, onTestFinished, test, vi } from 'vitest';
import { onWake } from './on-wake.ts';

function watchPage() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const window = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', window);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const controller = new AbortController();
  const callback = vi.fn();
  onWake(callback, controller.signal);

  const setHidden = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const hideFor = (ms: number) => {
    setHidden(true);
    vi.advanceTimersByTime(ms);
    setHidden(false);
  };
  const show = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  return { callback, hideFor, show, stop: () => controller.abort() };
}

test('a look at another tab is no sleep; half a minute is', () => {
  const { callback, hideFor } = watchPage();

  hideFor(29_000);
  expect(callback).not.toHaveBeenCalled();

  hideFor(30_000);
  expect(callback).toHaveBeenCalledOnce();
});

test('coming back by the back button wakes the page, loading it does not', () => {
  const { callback, show } = watchPage();

  show(false);
  expect(callback).not.toHaveBeenCalled();

  show(true);
  expect(callback).toHaveBeenCalledOnce();
});

test('after the end nothing is called', () => {
  const { callback, hideFor, stop } = watchPage();

  stop();
  hideFor(60_000);

  expect(callback).not.toHaveBeenCalled();
});
