// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, createContext, type ReactNode, startTransition, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { prerenderMarkup } from '#web/testing/prerender-markup.ts';
import { latePart } from './late-part.tsx';

const Features = () => <p>Quiet, insured and on time</p>;
type Load = () => Promise<{ Features: typeof Features }>;

const pageWith = (Part: ComponentType) => (
  <main>
    <Part />
    <p>The fleet</p>
  </main>
);

const Address = createContext('/');

/** Simulates a navigation as the router does it: a transition that changes a context above the page. */
function Browser({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState('/');
  const goOn = () => startTransition(() => setAddress('/#booking'));
  return (
    <Address value={address}>
      <button type="button" onClick={goOn}>
        {address}
      </button>
      {children}
    </Address>
  );
}

/** Hydrates a prerendered page with a late part whose code is loaded by `load`. */
async function takeOver(load: Load) {
  const prerendered = pageWith(latePart(async () => ({ Features }), 'Features'));
  const page = document.createElement('div');
  page.innerHTML = `<button type="button">/</button>${await prerenderMarkup(prerendered)}`;
  document.body.append(page);
  const root = await act(async () =>
    hydrateRoot(page, <Browser>{pageWith(latePart(load, 'Features'))}</Browser>),
  );
  onTestFinished(() => {
    act(() => root.unmount());
    page.remove();
  });
}

test.each<[string, Load]>([
  ['comes', async () => ({ Features })],
  ['cannot be had', () => Promise.reject(new Error('offline'))],
])(
  'a late part whose code %s keeps its prerendered markup and does not block navigation',
  async (_case, load) => {
    await takeOver(load);
    expect(screen.getByText('Quiet, insured and on time')).toBeVisible();

    await userEvent.click(screen.getByRole('button'));

    await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('/#booking'));
    expect(screen.getByText('Quiet, insured and on time')).toBeVisible();
    expect(screen.getByText('The fleet')).toBeVisible();
  },
);
