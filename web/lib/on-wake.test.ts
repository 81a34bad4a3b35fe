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

test('a page hidden for 30 seconds wakes when shown, one hidden for 29 seconds does not', () => {
  const { callback, hideFor } = watchPage();

  hideFor(29_000);
  expect(callback).not.toHaveBeenCalled();

  hideFor(30_000);
  expect(callback).toHaveBeenCalledOnce();
});

test('a page restored by the back button wakes, a newly loaded one does not', () => {
  const { callback, show } = watchPage();

  show(false);
  expect(callback).not.toHaveBeenCalled();

  show(true);
  expect(callback).toHaveBeenCalledOnce();
});

test('onWake does nothing after its signal is aborted', () => {
  const { callback, hideFor, stop } = watchPage();

  stop();
  hideFor(60_000);

  expect(callback).not.toHaveBeenCalled();
});
