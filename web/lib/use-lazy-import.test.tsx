// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type LazyImport, lazyImport, useLazyImport } from './use-lazy-import.ts';

interface Word {
  text: string;
}

const loaded = async (): Promise<Word> => ({ text: 'there' });
const shown: (Word | null | undefined)[] = [];

function Part({ code, wanted = true }: { code: LazyImport<Word>; wanted?: unknown }) {
  const word = useLazyImport(code, wanted);
  shown.push(word);
  return <p>{word === undefined ? 'failed' : (word?.text ?? 'not there yet')}</p>;
}

test('code already loaded is available on the first render of a second mount', async () => {
  const load = vi.fn(loaded);
  const code = lazyImport(load);
  const { unmount } = render(<Part code={code} />);
  await screen.findByText('there');
  unmount();
  shown.length = 0;

  render(<Part code={code} />);

  expect(shown).toEqual([{ text: 'there' }]);
  expect(load).toHaveBeenCalledOnce();
});

test('code is loaded only once it is wanted', async () => {
  const load = vi.fn(loaded);
  const code = lazyImport(load);
  const { rerender } = render(<Part code={code} wanted={null} />);
  expect(load).not.toHaveBeenCalled();

  rerender(<Part code={code} wanted="now" />);

  expect(await screen.findByText('there')).toBeVisible();
});

test('a prerendered page hydrates with its original markup, even if the code is already loaded', async () => {
  const code = lazyImport(loaded);
  const { unmount } = render(<Part code={code} />);
  await screen.findByText('there');
  unmount();
  shown.length = 0;
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Part code={code} />);
  document.body.append(page);
  expect(page).toHaveTextContent('not there yet');

  const root = await act(async () => hydrateRoot(page, <Part code={code} />));
  onTestFinished(() => {
    act(() => root.unmount());
    page.remove();
  });

  // Once by the server, once by React's hydration.
  expect(shown.slice(0, 2)).toEqual([null, null]);
  expect(page).toHaveTextContent(/^there$/);
});

test('a failed import is reported and retried when it is wanted again', async () => {
  const load = vi.fn(loaded).mockRejectedValueOnce(new Error('offline'));
  const code = lazyImport(load);
  const { rerender } = render(<Part code={code} wanted="a" />);
  expect(await screen.findByText('failed')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();

  rerender(<Part code={code} wanted="ab" />);

  expect(await screen.findByText('there')).toBeVisible();
});
