// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a pending button shows its pending label, keeps the focus and ignores clicks', async () => {
  const handleClick = vi.fn();
  render(
    <Button isPending pendingLabel="Requesting..." onClick={handleClick}>
      Request Ride
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Requesting...' });
  await userEvent.click(button);

  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toBeEnabled();
  expect(button).toHaveFocus();
  expect(handleClick).not.toHaveBeenCalled();
  expect(screen.queryByText('Request Ride')).toBeNull();
});

test('a prerendered submit button is disabled until hydration', () => {
  expect(renderToStaticMarkup(<Button type="submit">Send</Button>)).toContain(' disabled=""');
  expect(renderToStaticMarkup(<Button>Add</Button>)).not.toContain(' disabled');

  render(<Button type="submit">Send</Button>);
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
});

test('a disabled button looks unavailable, but one that waits for hydration looks ready', () => {
  const lookOf = (button: ReactElement) =>
    / class="([^"]*)"/.exec(renderToStaticMarkup(button))?.[1]?.split(' ') ?? [];
  const ready = lookOf(<Button>Send</Button>);

  expect(lookOf(<Button disabled>Send</Button>)).toEqual(lookOf(<Button isUnavailable>Send</Button>));
  expect(lookOf(<Button disabled>Send</Button>)).not.toEqual(ready);
  expect(lookOf(<Button type="submit">Send</Button>)).toEqual(ready);
});

test('a button does not submit its form unless its type is submit', async () => {
  const handleSubmit = vi.fn();
  render(
    <form onSubmit={handleSubmit}>
      <Button>Add</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));

  expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
  expect(handleSubmit).not.toHaveBeenCalled();
});
