import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';

test('a pending button says so, and stays where the focus is', () => {
  const html = renderToStaticMarkup(
    <Button isPending pendingLabel="Requesting...">
      Request Ride
    </Button>,
  );
  expect(html).toContain('Requesting...');
  expect(html).not.toContain('Request Ride');
  expect(html).toContain('aria-disabled="true"');
  expect(html).not.toContain(' disabled');
});

test('a form rendered ahead is not sent before the page has taken it over', () => {
  expect(renderToStaticMarkup(<Button type="submit">Send</Button>)).toContain(' disabled=""');
  expect(renderToStaticMarkup(<Button>Add</Button>)).not.toContain(' disabled');
});

test('a button does nothing in a form unless it is to submit', () => {
  expect(renderToStaticMarkup(<Button>Add</Button>)).toContain('type="button"');
});
